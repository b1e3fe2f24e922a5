import { type ReactNode, useState } from 'react';
import { type Account, type ReaderStudy, routes } from '#contracts';
import { Button, EmptyState, Icon } from '#ui';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList, useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { useSuccess } from '../shared/use-success.ts';
import { READER_STUDY_COLUMNS } from './reader-study-columns.tsx';
import { ReaderStudyDetails } from './reader-study-details.tsx';
import { ReaderStudyDialog } from './reader-study-dialog.tsx';
import { type StateChange, StateDialog } from './state-dialog.tsx';

const { actions, feedback } = readerStudyTexts;
const PAGE_SIZE = 100;
/** Poll interval in ms while a reader study is open. */
const OPEN_POLL_MS = 10_000;

/** Roles whose accounts can create findings, unless the site redefines them. */
const READER_ROLES: readonly string[] = ['BLIND_ANNOTATOR', 'PHYSICIAN'];

type OpenDialog =
  | { readonly kind: 'edit'; readonly study: ReaderStudy | null }
  | { readonly kind: 'state'; readonly study: ReaderStudy; readonly change: StateChange };

function useReaderStudies() {
  const { api } = useAdmin();
  return useAdminList<ReaderStudy>(
    ['reader-studies'],
    (range, signal) =>
      api.call(routes.listReaderStudies, { query: { limit: PAGE_SIZE, ...range }, signal }),
    (studies, pageCount) =>
      pageCount === 1 && studies.some(({ state }) => state === 'OPEN') ? OPEN_POLL_MS : false,
  );
}

/** Returns the accounts that can read cases, read once. */
function useReaders(): readonly Account[] {
  const { api } = useAdmin();
  const accounts = useAdminValue('reader-accounts', (signal) =>
    api.call(routes.listAccounts, { query: { limit: 200 }, signal }),
  );
  return (accounts.value?.items ?? []).filter(
    ({ roles, deletedAt }) =>
      deletedAt === null && roles.some(({ id }) => READER_ROLES.includes(id)),
  );
}

/** Lists the reader studies; creates, opens and closes them, and shows their results. */
export function ReaderStudiesSection(): ReactNode {
  const pages = useReaderStudies();
  const readers = useReaders();
  const [selected, setSelected] = useState<string | null>(null);
  const dialog = useDialogState<OpenDialog>();
  const study = pages.items?.find(({ id }) => id === selected) ?? null;
  return (
    <SectionFrame
      id="readerStudies"
      count={pages.total}
      filling
      tools={
        <Button onPress={() => dialog.open({ kind: 'edit', study: null })}>
          <Icon name="plus" size={16} />
          {readerStudyTexts.create}
        </Button>
      }
    >
      <p className={page.note}>{readerStudyTexts.note}</p>
      <ListTable
        label={readerStudyTexts.table}
        columns={READER_STUDY_COLUMNS}
        pages={pages}
        idOf={({ id }) => id}
        selectedId={selected}
        onSelect={setSelected}
        rowAction={(row) => (
          <StudyActions
            study={row}
            onEdit={() => dialog.open({ kind: 'edit', study: row })}
            onChange={(change) => dialog.open({ kind: 'state', study: row, change })}
          />
        )}
        empty={<EmptyState icon="target" text={readerStudyTexts.empty} />}
      />
      {study === null ? null : <ReaderStudyDetails study={study} references={readers} />}
      <OpenedDialog
        opened={dialog.opened}
        readers={readers}
        onClose={dialog.close}
        onDone={() => pages.refresh()}
      />
    </SectionFrame>
  );
}

function OpenedDialog(props: {
  readonly opened: OpenDialog | null;
  readonly readers: readonly Account[];
  onClose(): void;
  onDone(): void;
}): ReactNode {
  const done = useSuccess(props);
  const { opened, readers, onClose } = props;
  if (opened === null) return null;
  const { study } = opened;
  if (opened.kind === 'state')
    return <StateDialog {...opened} onClose={onClose} onChanged={done} />;
  return (
    <ReaderStudyDialog
      study={study}
      readers={readers}
      onClose={onClose}
      onSaved={() => done(study === null ? feedback.created : feedback.saved)}
    />
  );
}

function StudyActions(props: {
  readonly study: ReaderStudy;
  onEdit(): void;
  onChange(change: StateChange): void;
}): ReactNode {
  const { study, onEdit, onChange } = props;
  const button = (label: string, onPress: () => void): ReactNode => (
    <Button size={24} ariaLabel={actions.of(label, study.name)} onPress={onPress}>
      {label}
    </Button>
  );
  if (study.state === 'CLOSED') return null;
  return (
    <span className={page.rowActions}>
      {study.state === 'OPEN' ? (
        button(actions.close, () => onChange('close'))
      ) : (
        <>
          {button(actions.open, () => onChange('open'))}
          {button(actions.edit, onEdit)}
          {button(actions.delete, () => onChange('delete'))}
        </>
      )}
    </span>
  );
}
