import type { Kysely } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { type JobType, jobType } from '#contracts';
import type { Logger } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { JobName } from './job-rows.ts';

/** What travels through the queue; all else is in the job's row. */
export interface QueuedJob extends JobName {
  readonly entityId: string;
}

/** Hours a job may run before the queue forgets it; its own lease is much shorter. */
const MAX_RUN_SECONDS = 12 * 3600;

/**
 * The queue behind the job rows: it wakes workers and keeps one job per entity and type. The row
 * is the truth; losing an entry here only delays a job until the next look at silent rows.
 */
export async function openBoss(
  databaseUrl: string,
  side: 'server' | 'worker',
  log: Logger,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: `clockface-jobs-${side}`,
    max: side === 'server' ? 2 : 4,
    schedule: false,
    supervise: side === 'worker',
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    useListenNotify: side === 'worker',
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.log('error', 'The job queue failed', { detail: error.message }));
  await boss.start();
  for (const type of jobType.codes) {
    await boss.createQueue(type, {
      policy: 'exclusive',
      notify: true,
      retryLimit: 20,
      retryDelay: 0,
      heartbeatSeconds: 10,
      expireInSeconds: MAX_RUN_SECONDS,
      deleteAfterSeconds: 24 * 3600,
    });
  }
  return boss;
}

const keyOf = (job: QueuedJob): string => `${job.organizationId}:${job.entityId}`;

/**
 * Puts a job into the queue, within a transaction if `db` is one. An entry left by a job that has
 * ended (its worker died before it could say so) makes way.
 */
export async function enqueue(
  boss: PgBoss,
  type: JobType,
  job: QueuedJob,
  db: Kysely<Database>,
): Promise<void> {
  const connection = { db: fromKysely(db) };
  const options = { ...connection, singletonKey: keyOf(job) };
  if ((await boss.send(type, { ...job }, options)) !== null) return;
  await dequeue(boss, type, job, db);
  if ((await boss.send(type, { ...job }, options)) === null) {
    throw new Error(`The queue did not take the job ${job.id}`);
  }
}

/**
 * Queues a job again whose worker fell silent. An entry that still waits is enough: the worker may
 * be busy with another one.
 */
export async function requeue(
  boss: PgBoss,
  type: JobType,
  job: QueuedJob,
  db: Kysely<Database>,
): Promise<void> {
  const entries = await boss.findJobs(type, { db: fromKysely(db), key: keyOf(job) });
  if (entries.some(({ state }) => state === 'created' || state === 'retry')) return;
  await enqueue(boss, type, job, db);
}

/**
 * Puts a waiting job into the queue again if its entry is gone. One that a worker has just fetched
 * counts as there; of two workers that find the loss, the queue takes one entry.
 */
export async function requeueLost(
  boss: PgBoss,
  type: JobType,
  job: QueuedJob,
  db: Kysely<Database>,
): Promise<boolean> {
  const entries = await boss.findJobs(type, { db: fromKysely(db), key: keyOf(job) });
  if (entries.some(({ state }) => ['created', 'retry', 'active'].includes(state))) return false;
  const { id, organizationId, entityId } = job;
  const data = { id, organizationId, entityId };
  return (await boss.send(type, data, { db: fromKysely(db), singletonKey: keyOf(job) })) !== null;
}

/** Takes every live entry of a job's entity out of the queue. */
export async function dequeue(
  boss: PgBoss,
  type: JobType,
  job: QueuedJob,
  db: Kysely<Database>,
): Promise<void> {
  const connection = { db: fromKysely(db) };
  const entries = await boss.findJobs(type, { ...connection, key: keyOf(job) });
  const live = entries.filter(({ state }) => ['created', 'retry', 'active'].includes(state));
  if (live.length > 0) {
    await boss.cancel(
      type,
      live.map((entry) => entry.id),
      connection,
    );
  }
}
