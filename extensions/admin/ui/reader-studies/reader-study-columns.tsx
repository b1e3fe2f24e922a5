import type { ReaderStudy } from '#contracts';
import { ProgressBar, StatusDot, type TableColumn } from '#ui';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import page from '../shared/dashboard.module.css';
import styles from './reader-studies.module.css';

const { columns, states, designs, arms } = readerStudyTexts;

const DOTS = { DRAFT: 'idle', OPEN: 'busy', CLOSED: 'ok' } as const;

/** Columns of the reader studies. */
export const READER_STUDY_COLUMNS: readonly TableColumn<ReaderStudy>[] = [
  { id: 'name', title: columns.name, isRowHeader: true, cell: ({ name }) => name },
  {
    id: 'state',
    title: columns.state,
    width: 110,
    cell: ({ state }) => (
      <span className={page.state}>
        <StatusDot state={DOTS[state]} />
        {states[state]}
      </span>
    ),
  },
  {
    id: 'design',
    title: columns.design,
    width: 230,
    cell: ({ design, arm }) => (
      <span className={page.second}>
        {design === 'PLAIN' ? `${designs.PLAIN}, ${arms[arm]}` : designs.CROSSOVER}
      </span>
    ),
  },
  { id: 'cases', title: columns.cases, width: 70, cell: ({ caseCount }) => caseCount },
  { id: 'readers', title: columns.readers, width: 80, cell: ({ readerIds }) => readerIds.length },
  {
    id: 'progress',
    title: columns.progress,
    width: 320,
    cell: ({ name, completed, skipped, planned }) => (
      <span className={styles.progress}>
        <ProgressBar
          label={readerStudyTexts.progress(name)}
          done={completed + skipped}
          total={planned}
        />
        <span>{readerStudyTexts.of(completed, planned, skipped)}</span>
      </span>
    ),
  },
];
