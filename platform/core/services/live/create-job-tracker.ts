import { createStore } from 'zustand/vanilla';
import type { ApiClient } from '#api-client';
import { type Job, jobMessageSchema, routes, topics } from '#contracts';
import { type Disposable, ok, type Result, Scope, toDisposable } from '#foundation';
import type { Session } from '../../session/session.ts';
import { jobInLanguage } from './job-in-language.ts';
import type { JobTracker } from './job-tracker.ts';
import type { LiveConnection } from './live-connection.ts';

/** Number of ended jobs kept on this page, newest first. */
const MAX_ENDED_JOBS = 20;
const ENDED: readonly Job['status'][] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** True for a completed, failed or cancelled job. */
export function hasEnded(job: Job): boolean {
  return ENDED.includes(job.status);
}

/** Returns the order of statuses: queued, running, ended. */
function statusRank(job: Job): number {
  if (hasEnded(job)) return 2;
  return job.status === 'IN_PROGRESS' ? 1 : 0;
}

/** False if `next` is an older state of the job, because messages may arrive late. */
export function isLaterJob(next: Job, known: Job | undefined): boolean {
  if (known === undefined) return true;
  if (next.attempt !== known.attempt) return next.attempt > known.attempt;
  if (statusRank(next) !== statusRank(known)) return statusRank(next) > statusRank(known);
  return next.phase !== known.phase || next.done >= known.done;
}

/** Tracks the jobs of the organization: state by REST, updates by MQTT. */
export function createJobTracker(options: {
  readonly api: ApiClient;
  readonly live: LiveConnection;
  readonly session: Session;
}): JobTracker {
  const { api, live, session } = options;
  const store = createStore<readonly Job[]>(() => []);
  const scope = new Scope('jobs');
  let subscription: Disposable | null = null;
  // A new object after each change of organization, to detect responses to earlier requests.
  let current: { readonly organizationId: string } | null = null;

  function merge(jobs: readonly Job[]): void {
    const byId = new Map(store.getState().map((job) => [job.id, job]));
    for (const job of jobs.map(jobInLanguage)) {
      if (isLaterJob(job, byId.get(job.id))) byId.set(job.id, job);
    }
    const newestFirst = [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    const open = newestFirst.filter((job) => !hasEnded(job));
    const ended = newestFirst.filter(hasEnded).slice(0, MAX_ENDED_JOBS);
    store.setState([...open, ...ended], true);
  }

  const isStale = (atRequest: typeof current): boolean => scope.ended || atRequest !== current;

  async function refresh(): Promise<Result<void>> {
    const atRequest = current;
    if (atRequest === null) return ok(undefined);
    const response = await api.call(routes.listRunningJobs, { query: { limit: 200 } });
    if (!response.ok) return response;
    if (isStale(atRequest)) return ok(undefined);
    const running = new Set(response.value.items.map((job) => job.id));
    const missing = store.getState().filter((job) => !hasEnded(job) && !running.has(job.id));
    merge(response.value.items);
    // Reads jobs that no longer run, because their final message was missed.
    for (const job of missing) {
      const result = await api.call(routes.getJob, { params: { id: job.id } });
      if (isStale(atRequest)) break;
      if (result.ok) merge([result.value]);
    }
    return ok(undefined);
  }

  function syncOrganization(): void {
    const { user } = session.store.getState();
    const organizationId =
      user !== null && session.mayCall(routes.getJob) ? user.organization.id : null;
    if (organizationId === (current?.organizationId ?? null)) return;
    subscription?.dispose();
    subscription = null;
    current = organizationId === null ? null : { organizationId };
    store.setState([], true);
    // Blind annotators get no job topic.
    if (organizationId === null || user?.roles.some((role) => role.id === 'BLIND_ANNOTATOR'))
      return;
    subscription = live.subscribe(topics.jobsOf(organizationId), jobMessageSchema, (message) =>
      merge([message.job]),
    );
    void refresh();
  }

  async function applyResult(call: Promise<Result<Job>>): Promise<Result<Job>> {
    const atRequest = current;
    const response = await call;
    if (response.ok && !isStale(atRequest)) merge([response.value]);
    return response;
  }

  scope.own(toDisposable(session.store.subscribe(syncOrganization)));
  scope.own(live.onRefresh(() => void refresh()));
  scope.own(toDisposable(() => subscription?.dispose()));
  syncOrganization();

  return {
    store,
    refresh,
    queue: (jobType, entityId) =>
      applyResult(api.call(routes.queueJob, { body: { jobType, entityId } })),
    stop: (jobId) => applyResult(api.call(routes.stopJob, { params: { id: jobId } })),
    dispose: () => scope.dispose(),
  };
}
