import type { ReactNode } from 'react';
import {
  type Account,
  type ReaderStudyDetails as Details,
  type READER_STUDY_ROWS,
  type ReaderProgress,
  type ReaderStudy,
  routes,
} from '#contracts';
import { formatFixed, stampOf } from '#foundation';
import { Button, Icon, saveFile } from '#ui';
import { filterText } from '../../model/dataset-form.ts';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { Loadable } from '../shared/section-frame.tsx';
import styles from './reader-studies.module.css';
import { StudyResults } from './study-results.tsx';

const { details, arms, orders, designs } = readerStudyTexts;

/** Poll interval in ms while readers read. */
const OPEN_POLL_MS = 10_000;

/** Progress of the readers, CSV and results of a reader study. */
export function ReaderStudyDetails(props: {
  readonly study: ReaderStudy;
  /** Accounts that can be the reference. */
  readonly references: readonly Account[];
}): ReactNode {
  const { study, references } = props;
  const { api } = useAdmin();
  const loaded = useAdminValue<Details>(
    `reader-study-${study.id}-${study.version}`,
    (signal) => api.call(routes.getReaderStudy, { params: { id: study.id }, signal }),
    study.state === 'OPEN' ? OPEN_POLL_MS : undefined,
  );
  return (
    <section className={styles.details} aria-label={details.label(study.name)}>
      <p className={page.note}>{settingsText(study)}</p>
      {study.state === 'DRAFT' ? null : (
        <Loadable label={details.loading} loaded={loaded}>
          {({ progress }) => <Progress progress={progress} />}
        </Loadable>
      )}
      {study.state === 'DRAFT' ? null : (
        <>
          <div className={styles.tools}>
            <SaveCsv study={study} rows="BREASTS" />
            <SaveCsv study={study} rows="FINDINGS" />
          </div>
          <StudyResults key={study.id} study={study} references={references} />
        </>
      )}
    </section>
  );
}

const settingsText = (study: ReaderStudy): string =>
  [
    filterText(study),
    orders[study.order],
    study.design === 'PLAIN' ? arms[study.arm] : designs.CROSSOVER,
    ...(study.design === 'CROSSOVER' ? [details.washout(study.washoutDays)] : []),
    ...(study.noReturn ? [details.noReturn] : []),
    details.seed(study.seed),
  ].join(' · ');

function Progress({ progress }: { readonly progress: readonly ReaderProgress[] }): ReactNode {
  return (
    <table className={styles.table} aria-label={details.readers}>
      <thead>
        <tr>
          <th scope="col">{details.reader}</th>
          <th scope="col">{details.pseudonym}</th>
          <th scope="col">{details.session}</th>
          <th scope="col">{details.arm}</th>
          <th scope="col">{details.completed}</th>
          <th scope="col">{details.time}</th>
          <th scope="col">{details.state}</th>
        </tr>
      </thead>
      <tbody>
        {progress.map((row) => (
          <tr key={`${row.readerId} ${row.session}`}>
            <th scope="row">{row.reader}</th>
            <td className={page.mono}>{row.pseudonym}</td>
            <td>{row.session}</td>
            <td>{arms[row.arm]}</td>
            <td>{readerStudyTexts.of(row.completed, row.total, row.skipped)}</td>
            <td>{details.minutes(formatFixed(row.activeSeconds / 60, 1))}</td>
            <td>{stateOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stateOf({ isReading, isFinished, completed, skipped, opensAt }: ReaderProgress): string {
  if (isReading) return details.reading;
  if (isFinished) return details.finished;
  if (opensAt !== null && Date.parse(opensAt) > Date.now()) return details.waits(stampOf(opensAt));
  return completed + skipped === 0 ? details.notStarted : details.paused;
}

function SaveCsv(props: {
  readonly study: ReaderStudy;
  readonly rows: (typeof READER_STUDY_ROWS)[number];
}): ReactNode {
  const { study, rows } = props;
  const { api, notices } = useAdmin();
  const save = async (): Promise<void> => {
    const bytes = await api.download(`/reader-studies/${study.id}/csv?rows=${rows}`);
    const name = `reader-study-${study.id.slice(0, 8)}-${rows.toLowerCase()}.csv`;
    if (bytes.ok) saveFile(new Blob([bytes.value], { type: 'text/csv' }), name);
    else notices.showProblem(bytes.problem);
  };
  return (
    <Button onPress={() => void save()}>
      <Icon name="download" size={16} />
      {rows === 'BREASTS' ? details.csvBreasts : details.csvFindings}
    </Button>
  );
}
