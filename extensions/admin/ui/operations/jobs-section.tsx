import { type ReactNode, useState } from 'react';
import { type Job, type JobStatus, jobStatus, jobType, routes } from '#contracts';
import { Button, Dropdown, EmptyState, ProgressBar, StatusDot, type TableColumn } from '#ui';
import { stampText } from '../../model/when.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { jobTexts } from '../../texts/operation-texts.ts';
import { useAdmin } from '../admin-context.ts';
import page from '../dashboard.module.css';
import { ListTable } from '../list-table.tsx';
import { SectionFrame } from '../section-frame.tsx';
import { useAct } from '../use-act.ts';
import { useEvery } from '../use-every.ts';
import { usePages } from '../use-pages.ts';
import styles from './operations.module.css';

const { columns, acts, told } = jobTexts;
const PAGE = 100;
/** While something waits or runs the list is read again so often. */
const LIVE_MS = 2_000;
const REST_MS = 15_000;

const isLive = ({ status }: Job): boolean => status === 'NOT_STARTED' || status === 'IN_PROGRESS';

/** The queue: what waits, runs and ended, stopped and queued again from here. */
export function JobsSection(): ReactNode {
  const { api, session } = useAdmin();
  const seesAll = session.can(['ADMIN_ACCOUNT']);
  const [status, setStatus] = useState<JobStatus | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const pages = usePages<Job>(String(status), (cursor, signal) =>
    seesAll
      ? api.call(routes.listJobs, {
          query: { limit: PAGE, ...cursor, ...(status === null ? {} : { status }) },
          signal,
        })
      : api.call(routes.listRunningJobs, { query: { limit: PAGE, ...cursor }, signal }),
  );
  const { refresh } = pages;
  const live = pages.items.some(isLive);
  // Whoever has gone on to further pages keeps them: reading anew begins at the first.
  const isFirst = pages.items.length <= PAGE;
  useEvery(isFirst ? (live ? LIVE_MS : REST_MS) : null, pages.loading, refresh);
  const job = pages.items.find(({ id }) => id === selected) ?? null;
  return (
    <SectionFrame
      id="jobs"
      count={pages.total}
      filling
      tools={seesAll ? <StatusFilter status={status} onChange={setStatus} /> : null}
    >
      <p className={page.note}>{jobTexts.note}</p>
      <ListTable
        label={jobTexts.table}
        columns={COLUMNS}
        pages={pages}
        idOf={({ id }) => id}
        selectedId={selected}
        onSelect={setSelected}
        rowAction={(one) => <JobActs job={one} onDone={refresh} />}
        empty={<EmptyState icon="job" text={jobTexts.empty} />}
      />
      {job === null || job.problem === null ? null : <Reason problem={job.problem} />}
    </SectionFrame>
  );
}

function StatusFilter(props: {
  readonly status: JobStatus | null;
  onChange(status: JobStatus | null): void;
}): ReactNode {
  return (
    <div className={page.filter}>
      <Dropdown<JobStatus | 'ALL'>
        label={jobTexts.filter}
        labelHidden
        nonNullable
        options={[
          { id: 'ALL', label: jobTexts.all },
          ...jobStatus.codes.map((id) => ({ id, label: jobStatus.labels[id] })),
        ]}
        value={props.status ?? 'ALL'}
        onChange={(id) => props.onChange(id === 'ALL' ? null : id)}
      />
    </div>
  );
}

const DOTS = {
  NOT_STARTED: 'idle',
  IN_PROGRESS: 'busy',
  COMPLETED: 'ok',
  FAILED: 'danger',
  CANCELLED: 'idle',
} as const;

/** The last part of an id tells scans of a list apart. */
const shortId = (id: string): string => id.slice(-8);

const COLUMNS: readonly TableColumn<Job>[] = [
  {
    ...{ id: 'type', title: columns.type, isRowHeader: true, width: '18%' },
    cell: (job) => jobType.labels[job.jobType],
  },
  {
    ...{ id: 'scan', title: columns.scan, width: 130 },
    cell: ({ entityId }) => (
      <span className={page.second} title={entityId}>
        …{shortId(entityId)}
      </span>
    ),
  },
  {
    ...{ id: 'status', title: columns.status, width: 190 },
    cell: ({ status, attempt }) => (
      <span className={page.state}>
        <StatusDot state={DOTS[status]} />
        {jobStatus.labels[status]}
        {attempt > 1 ? <span className={page.third}>{jobTexts.attempt(attempt)}</span> : null}
      </span>
    ),
  },
  { ...{ id: 'progress', title: columns.progress }, cell: (job) => <Progress job={job} /> },
  {
    ...{ id: 'created', title: columns.created, width: 170 },
    cell: ({ createdAt }) => <span className={page.second}>{stampText(createdAt)}</span>,
  },
  {
    ...{ id: 'ended', title: columns.ended, width: 270 },
    cell: ({ endedAt }) => (
      <span className={page.second}>{endedAt === null ? adminTexts.none : stampText(endedAt)}</span>
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

function JobActs({ job, onDone }: { readonly job: Job; onDone(): void }): ReactNode {
  const { api, session, notices } = useAdmin();
  const { run, busy } = useAct(jobTexts.refusals);
  if (!session.can(['STUDY_CREATE', 'ADMIN_ACCOUNT'])) return null;
  const live = isLive(job);
  if (!live && job.status === 'COMPLETED') return null;
  const word = live ? acts.stop : acts.retry;
  const act = async (): Promise<void> => {
    const { id, entityId } = job;
    const done = await run(() =>
      live
        ? api.call(routes.stopJob, { params: { id } })
        : api.call(routes.queueJob, { body: { jobType: job.jobType, entityId } }),
    );
    if (done !== null) notices.show('success', live ? told.stopped : told.queued);
    onDone();
  };
  return (
    <span className={page.rowActs}>
      <Button
        size={24}
        busy={busy}
        ariaLabel={acts.of(word, jobType.labels[job.jobType], shortId(job.entityId))}
        onPress={() => void act()}
      >
        {busy && live ? jobTexts.stopping : word}
      </Button>
    </span>
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
