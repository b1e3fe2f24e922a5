import { createStore } from 'zustand/vanilla';
import { type Job, jobMessageSchema, routes, topics } from '#contracts';
import { type Disposable, ok, type Result, Scope, toDisposable } from '#foundation';
import type { Session } from '../../session/session.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { JobTracker } from './job-tracker.ts';
import type { LiveLink } from './live-link.ts';

/** Ended jobs are kept for this page, the newest of them. */
const ENDED_KEPT = 20;
const ENDED: readonly Job['status'][] = ['COMPLETED', 'FAILED', 'CANCELLED'];

export function hasEnded(job: Job): boolean {
  return ENDED.includes(job.status);
}

const rank = (job: Job): number => (hasEnded(job) ? 2 : job.status === 'IN_PROGRESS' ? 1 : 0);

/** False for a late hint: a job never goes back within an attempt. */
export function isLaterJob(next: Job, known: Job | undefined): boolean {
  if (known === undefined) return true;
  if (next.attempt !== known.attempt) return next.attempt > known.attempt;
  if (rank(next) !== rank(known)) return rank(next) > rank(known);
  return next.phase !== known.phase || next.done >= known.done;
}

/** Follows the jobs of the organization: rows by REST, hints between them by MQTT. */
export function createJobTracker(options: {
  readonly api: ApiClient;
  readonly live: LiveLink;
  readonly session: Session;
}): JobTracker {
  const { api, live, session } = options;
  const store = createStore<readonly Job[]>(() => []);
  const scope = new Scope('jobs');
  let hints: Disposable | null = null;
  // A new one for each organization that is followed: what was asked for an earlier one is late.
  let audience: { readonly organizationId: string } | null = null;

  function take(jobs: readonly Job[]): void {
    const byId = new Map(store.getState().map((job) => [job.id, job]));
    for (const job of jobs) if (isLaterJob(job, byId.get(job.id))) byId.set(job.id, job);
    const newestFirst = [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    const open = newestFirst.filter((job) => !hasEnded(job));
    const ended = newestFirst.filter(hasEnded).slice(0, ENDED_KEPT);
    store.setState([...open, ...ended], true);
  }

  const isLate = (asked: typeof audience): boolean => scope.ended || asked !== audience;

  async function refresh(): Promise<Result<void>> {
    const asked = audience;
    if (asked === null) return ok(undefined);
    const answer = await api.call(routes.listRunningJobs, { query: { limit: 200 } });
    if (!answer.ok) return answer;
    if (isLate(asked)) return ok(undefined);
    const running = new Set(answer.value.items.map((job) => job.id));
    const gone = store.getState().filter((job) => !hasEnded(job) && !running.has(job.id));
    take(answer.value.items);
    // What no longer runs has ended while no hint came through.
    for (const job of gone) {
      const found = await api.call(routes.getJob, { params: { id: job.id } });
      if (isLate(asked)) break;
      if (found.ok) take([found.value]);
    }
    return ok(undefined);
  }

  function follow(): void {
    const { user } = session.store.getState();
    const wanted = user !== null && session.can(['STUDY_VIEW']) ? user.organization.id : null;
    if (wanted === (audience?.organizationId ?? null)) return;
    hints?.dispose();
    hints = null;
    audience = wanted === null ? null : { organizationId: wanted };
    store.setState([], true);
    // A blind annotator gets no job topic.
    if (wanted === null || user?.roles.some((role) => role.id === 'BLIND_ANNOTATOR')) return;
    hints = live.subscribe(topics.jobsOf(wanted), jobMessageSchema, (message) =>
      take([message.job]),
    );
    void refresh();
  }

  async function kept(call: Promise<Result<Job>>): Promise<Result<Job>> {
    const asked = audience;
    const answer = await call;
    if (answer.ok && !isLate(asked)) take([answer.value]);
    return answer;
  }

  scope.own(toDisposable(session.store.subscribe(follow)));
  scope.own(live.onRefresh(() => void refresh()));
  scope.own(toDisposable(() => hints?.dispose()));
  follow();

  return {
    store,
    refresh,
    queue: (jobType, entityId) => kept(api.call(routes.queueJob, { body: { jobType, entityId } })),
    stop: (jobId) => kept(api.call(routes.stopJob, { params: { id: jobId } })),
    dispose: () => scope.dispose(),
  };
}
