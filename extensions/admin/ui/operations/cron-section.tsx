import type { ReactNode } from 'react';
import { type CronJob, type CronRun, cronJobType, routes } from '#contracts';
import { stampOf } from '#foundation';
import {
  Button,
  ConfirmDialog,
  Dialog,
  EmptyState,
  Icon,
  iconButtonClass,
  MenuButton,
  StatusDot,
  type TableColumn,
} from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { cronTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useAction } from '../shared/use-action.ts';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { useSuccess } from '../shared/use-success.ts';
import { CronDialog } from './cron-form.tsx';
import { formatSchedule } from './format-schedule.ts';
import styles from './operations.module.css';

const { columns, actions, feedback, remove, history } = cronTexts;
const PAGE_SIZE = 100;

interface OpenCron {
  readonly kind: 'edit' | 'history' | 'delete';
  /** Null for a new job. */
  readonly job: CronJob | null;
}

/** Lists cron jobs with schedule, next run and last result. */
export function CronSection(): ReactNode {
  const { api, session } = useAdmin();
  const pages = useAdminList<CronJob>(['cron'], (page, signal) =>
    api.call(routes.listCronJobs, { query: { limit: PAGE_SIZE, ...page }, signal }),
  );
  const dialog = useDialogState<OpenCron>();
  const mayChange = session.mayCall(routes.updateCronJob);
  const create = mayChange ? (
    <Button onPress={() => dialog.open({ kind: 'edit', job: null })}>
      <Icon name="plus" size={16} />
      {cronTexts.create}
    </Button>
  ) : null;
  return (
    <SectionFrame id="cron" count={pages.total} filling tools={create}>
      <ListTable
        label={cronTexts.table}
        columns={COLUMNS}
        pages={pages}
        idOf={({ id }) => id}
        rowAction={(job) => (
          <CronActions
            job={job}
            mayChange={mayChange}
            onAction={(kind) => dialog.open({ kind, job })}
          />
        )}
        empty={
          <EmptyState icon="clock" text={cronTexts.empty}>
            {create}
          </EmptyState>
        }
      />
      <CronDialogs open={dialog.opened} onClose={dialog.close} onDone={pages.refresh} />
    </SectionFrame>
  );
}

const nameOf = (job: CronJob): string => cronJobType.labels[job.cronJobType];

const COLUMNS: readonly TableColumn<CronJob>[] = [
  {
    id: 'type',
    title: columns.type,
    isRowHeader: true,
    width: '18%',
    cell: nameOf,
  },
  {
    id: 'recurrence',
    title: columns.recurrence,
    cell: (job) => <span title={job.timeZone}>{formatSchedule(job)}</span>,
  },
  {
    id: 'state',
    title: columns.state,
    width: 110,
    cell: ({ enabled }) => (
      <span className={page.state}>
        <StatusDot state={enabled ? 'ok' : 'idle'} />
        {enabled ? cronTexts.on : cronTexts.off}
      </span>
    ),
  },
  {
    id: 'next',
    title: columns.next,
    width: 180,
    cell: ({ nextRunAt }) => (
      <span className={page.second}>
        {nextRunAt === null ? adminTexts.none : stampOf(nextRunAt)}
      </span>
    ),
  },
  {
    id: 'last',
    title: columns.last,
    width: '30%',
    cell: ({ lastRun }) =>
      lastRun === null ? (
        <span className={page.third}>{cronTexts.never}</span>
      ) : (
        <span className={page.state} title={lastRun.message}>
          <StatusDot state={lastRun.status === 'COMPLETED' ? 'ok' : 'danger'} />
          {cronTexts.ended[lastRun.status]}
          <span className={page.second}>{stampOf(lastRun.startedAt)}</span>
        </span>
      ),
  },
];

function CronActions(props: {
  readonly job: CronJob;
  readonly mayChange: boolean;
  onAction(kind: OpenCron['kind']): void;
}): ReactNode {
  const { job, mayChange, onAction } = props;
  const name = `${nameOf(job)}, ${formatSchedule(job)}`;
  return (
    <span className={page.rowActions}>
      <Button
        size={24}
        ariaLabel={actions.of(actions.history, name)}
        onPress={() => onAction('history')}
      >
        {actions.history}
      </Button>
      {mayChange ? (
        <MenuButton
          ariaLabel={actions.more(name)}
          className={iconButtonClass({ size: 24, bordered: true })}
          entries={[
            { id: 'edit', label: actions.edit, run: () => onAction('edit') },
            { id: 'delete', label: actions.delete, separated: true, run: () => onAction('delete') },
          ]}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      ) : null}
    </span>
  );
}

function CronDialogs(props: {
  readonly open: OpenCron | null;
  onClose(): void;
  onDone(): void;
}): ReactNode {
  const done = useSuccess(props);
  const { open, onClose } = props;
  if (open === null) return null;
  const { kind, job } = open;
  if (kind === 'edit') {
    const saved = (): void => done(job === null ? feedback.created : feedback.saved);
    return <CronDialog job={job} onClose={onClose} onSaved={saved} />;
  }
  if (job === null) return null;
  if (kind === 'history') return <History job={job} onClose={onClose} />;
  return <Deletion job={job} onClose={onClose} onDone={() => done(feedback.deleted)} />;
}

function Deletion(props: { readonly job: CronJob; onClose(): void; onDone(): void }): ReactNode {
  const { api } = useAdmin();
  const { run, busy } = useAction();
  const { id, version } = props.job;
  const confirm = async (): Promise<void> => {
    const deleted = await run(() => api.call(routes.deleteCronJob, { params: { id }, version }));
    if (deleted === null) props.onClose();
    else props.onDone();
  };
  return (
    <ConfirmDialog
      open
      title={remove.title}
      confirmLabel={remove.confirm(`${nameOf(props.job)}, ${formatSchedule(props.job)}`)}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {remove.text}
    </ConfirmDialog>
  );
}

const RUN_COLUMNS: readonly TableColumn<CronRun>[] = [
  {
    id: 'due',
    title: history.columns.due,
    isRowHeader: true,
    width: 176,
    cell: ({ dueAt }) => stampOf(dueAt),
  },
  {
    id: 'started',
    title: history.columns.started,
    width: 176,
    cell: ({ startedAt }) => <span className={page.second}>{stampOf(startedAt)}</span>,
  },
  {
    id: 'status',
    title: history.columns.status,
    width: 110,
    cell: ({ status }) => (
      <span className={page.state}>
        <StatusDot state={status === 'COMPLETED' ? 'ok' : 'danger'} />
        {cronTexts.ended[status]}
      </span>
    ),
  },
  {
    id: 'message',
    title: history.columns.message,
    cell: ({ message }) => <span className={page.second}>{message}</span>,
  },
];

function History({ job, onClose }: { readonly job: CronJob; onClose(): void }): ReactNode {
  const { api } = useAdmin();
  const { id } = job;
  const pages = useAdminList<CronRun>(['cron-runs', id], (page, signal) =>
    api.call(routes.listCronRuns, { params: { id }, query: { limit: PAGE_SIZE, ...page }, signal }),
  );
  return (
    <Dialog title={history.title(nameOf(job))} width={720} open onClose={onClose}>
      <div className={styles.history}>
        <ListTable
          label={history.table}
          columns={RUN_COLUMNS}
          pages={pages}
          idOf={(run) => run.id}
          empty={<EmptyState icon="clock" text={history.empty} />}
        />
      </div>
    </Dialog>
  );
}
