import { type ReactNode, useState } from 'react';
import { type Job, type JobStatus, jobStatus, jobTypeLabel, routes } from '#contracts';
import { stampOf } from '#foundation';
import { Button, EmptyState, ProgressBar, StatusDot, type TableColumn } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { jobTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList } from '../shared/admin-queries.ts';
import { ChoiceFilter } from '../shared/choice-filter.tsx';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useAction } from '../shared/use-action.ts';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { patientText, type ShownJob, scanText } from './job-scan.ts';
import styles from './operations.module.css';
import { StopDialog } from './stop-dialog.tsx';

const { columns, actions, feedback } = jobTexts;
const PAGE_SIZE = 100;
/** Poll interval in ms while a job is queued or running. */
const ACTIVE_POLL_MS = 2_000;
const IDLE_POLL_MS = 15_000;

const isLive = ({ status }: Job): boolean => status === 'NOT_STARTED' || status === 'IN_PROGRESS';

/** Loads the jobs of the selected status and polls; faster while jobs are queued or running. */
function useJobs() {
  const { api, session } = useAdmin();
  const mayListAll = session.mayCall(routes.listJobs);
  const [status, setStatus] = useState<JobStatus | null>(null);
  const pages = useAdminList<ShownJob>(
    ['jobs', status],
    (page, signal) =>
      mayListAll
        ? api.call(routes.listJobs, {
            query: { limit: PAGE_SIZE, ...page, ...(status === null ? {} : { status }) },
            signal,
          })
        : api.call(routes.listRunningJobs, { query: { limit: PAGE_SIZE, ...page }, signal }),
    (jobs, pageCount) => {
      // Polling stops once further pages are loaded, because a refresh reads every page.
      if (pageCount > 1) return false;
      return jobs.some(isLive) ? ACTIVE_POLL_MS : IDLE_POLL_MS;
    },
  );
  return { mayListAll, status, setStatus, pages };
}

/** Shows the queue with queued, running and ended jobs, and lets users stop or requeue them. */
export function JobsSection(): ReactNode {
  const { session } = useAdmin();
  const { mayListAll, status, setStatus, pages } = useJobs();
  const [selected, setSelected] = useState<string | null>(null);
  // Ids of jobs with a stop request. The worker reacts later; until then the list still shows
  // the job as running.
  const [stopping, setStopping] = useState<ReadonlySet<string>>(new Set());
  const stopDialog = useDialogState<ShownJob>();
  const job = pages.items?.find(({ id }) => id === selected) ?? null;
  return (
    <SectionFrame
      id="jobs"
      count={pages.total}
      filling
      tools={
        mayListAll ? (
          <ChoiceFilter
            label={jobTexts.filter}
            allLabel={jobTexts.all}
            codes={jobStatus.codes}
            labels={jobStatus.labels}
            value={status}
            onChange={setStatus}
          />
        ) : null
      }
    >
      {session.mayCall(routes.getPatient) ? null : (
        <p className={page.note}>{jobTexts.codesNote}</p>
      )}
      <ListTable
        label={jobTexts.table}
        columns={jobColumns(stopping)}
        pages={pages}
        idOf={({ id }) => id}
        selectedId={selected}
        onSelect={setSelected}
        dependencies={[stopping]}
        rowAction={(job) => (
          <JobActions
            job={job}
            stopping={stopping.has(job.id)}
            onStop={() => stopDialog.open(job)}
            onDone={pages.refresh}
          />
        )}
        empty={
          <EmptyState icon="job" text={status === null ? jobTexts.emptyAll : jobTexts.empty} />
        }
      />
      {job === null || job.problem === null ? null : <Reason problem={job.problem} />}
      {stopDialog.opened === null ? null : (
        <StopDialog
          job={stopDialog.opened}
          onClose={stopDialog.close}
          onStopped={({ id }) => {
            setStopping((before) => new Set(before).add(id));
            pages.refresh();
          }}
        />
      )}
    </SectionFrame>
  );
}

const DOTS = {
  NOT_STARTED: 'idle',
  IN_PROGRESS: 'busy',
  COMPLETED: 'ok',
  FAILED: 'danger',
  CANCELLED: 'idle',
} as const;

const jobColumns = (stopping: ReadonlySet<string>): readonly TableColumn<ShownJob>[] => [
  {
    id: 'type',
    title: columns.type,
    isRowHeader: true,
    width: '14%',
    cell: ({ jobType: type }) => <span title={jobTypeLabel(type)}>{jobTypeLabel(type)}</span>,
  },
  {
    id: 'patient',
    title: columns.patient,
    width: '14%',
    cell: (job) => (
      <span title={patientText(job) ?? ''}>{patientText(job) ?? adminTexts.none}</span>
    ),
  },
  {
    id: 'scan',
    title: columns.scan,
    width: 72,
    cell: ({ entityId, scan }) => (
      <span className={page.second} title={entityId}>
        {scan?.label ?? adminTexts.none}
      </span>
    ),
  },
  {
    id: 'status',
    title: columns.status,
    width: 176,
    cell: ({ id, status, attempt }) => (
      <span className={page.state}>
        <StatusDot state={DOTS[status]} />
        {stopping.has(id) && status === 'IN_PROGRESS'
          ? jobTexts.stopping
          : jobStatus.labels[status]}
        {attempt > 1 ? <span className={page.third}>{jobTexts.attempt(attempt)}</span> : null}
      </span>
    ),
  },
  { id: 'progress', title: columns.progress, cell: (job) => <Progress job={job} /> },
  {
    id: 'created',
    title: columns.created,
    width: 150,
    cell: ({ createdAt }) => <span className={page.second}>{stampOf(createdAt)}</span>,
  },
  {
    id: 'ended',
    title: columns.ended,
    width: 250,
    cell: ({ endedAt }) => (
      <span className={page.second}>{endedAt === null ? adminTexts.none : stampOf(endedAt)}</span>
    ),
  },
];

function Progress({ job }: { readonly job: Job }): ReactNode {
  if (job.problem !== null) return <span className={page.danger}>{job.problem.title}</span>;
  if (job.status !== 'IN_PROGRESS') return <span className={page.third}>{adminTexts.none}</span>;
  const phase = job.phase ?? jobStatus.labels.IN_PROGRESS;
  return (
    <span className={styles.progress}>
      <span>{phase}</span>
      <ProgressBar label={phase} done={job.done} total={job.total} />
      {job.total === 0 ? null : <span>{jobTexts.of(job.done, job.total)}</span>}
    </span>
  );
}

/** Asks for confirmation before stopping; requeueing loses nothing and needs none. */
function JobActions(props: {
  readonly job: ShownJob;
  readonly stopping: boolean;
  onStop(): void;
  onDone(): void;
}): ReactNode {
  const { job } = props;
  const { api, session, notices } = useAdmin();
  const { run, busy } = useAction(jobTexts.errorMessages);
  if (!session.mayCall(routes.stopJob) || job.status === 'COMPLETED') {
    return <OpenScan job={job} />;
  }
  const live = isLive(job);
  const isStopping = live && props.stopping;
  const actionLabel = live ? actions.stop : actions.retry;
  const label = isStopping ? jobTexts.stopping : actionLabel;
  const retry = async (): Promise<void> => {
    const { jobType: kind, entityId } = job;
    const queued = await run(() =>
      api.call(routes.queueJob, { body: { jobType: kind, entityId } }),
    );
    if (queued !== null) notices.show('success', feedback.queued);
    props.onDone();
  };
  return (
    <span className={page.rowActions}>
      <OpenScan job={job} />
      <Button
        size={24}
        busy={busy}
        disabled={isStopping}
        ariaLabel={actions.of(label, jobTypeLabel(job.jobType), scanText(job))}
        onPress={() => (live ? props.onStop() : void retry())}
      >
        {label}
      </Button>
    </span>
  );
}

/** Leads to the scan of a job, for users who may open scans. */
function OpenScan({ job }: { readonly job: ShownJob }): ReactNode {
  const { session, navigation } = useAdmin();
  const { scan, entityId, jobType } = job;
  if (scan === undefined || !session.mayCall(routes.getScan)) return null;
  return (
    <Button
      kind="link"
      size={24}
      ariaLabel={jobTexts.openOf(jobTypeLabel(jobType), scanText(job))}
      onPress={() => navigation.go(`/scan?study=${scan.studyId}&scan=${entityId}`)}
    >
      {jobTexts.open}
    </Button>
  );
}

function Reason({ problem }: { readonly problem: NonNullable<Job['problem']> }): ReactNode {
  return (
    <section className={page.panel} aria-label={jobTexts.reasonTitle}>
      <h3>{problem.title}</h3>
      <p className={page.note}>{problem.detail}</p>
      <p>{problem.next}</p>
    </section>
  );
}
