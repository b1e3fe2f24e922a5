import type { Kysely } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { type JobType, jobType } from '#contracts';
import type { Logger } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { JobKey } from './job-rows.ts';

/** Payload of a queue entry; all other data is in the job row. */
export interface QueuedJob extends JobKey {
  readonly entityId: string;
}

/**
 * Seconds after which the queue expires a running entry; the lease of the job row is much shorter.
 */
const MAX_RUN_SECONDS = 12 * 3600;

/**
 * Opens the queue behind the job rows, which notifies workers and keeps one entry per entity and
 * type. The job row is authoritative; a lost queue entry only delays a job until the worker's next
 * check for waiting jobs without an entry.
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

/** Returns the key of which the queue accepts one entry per job type. */
const keyOf = (job: QueuedJob): string => `${job.organizationId}:${job.entityId}`;

/**
 * Adds a job to the queue, within a transaction if `db` is one. Replaces the entry of an earlier
 * job of the same entity and type that a crashed worker has left behind.
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
    throw new Error(`The queue rejected the job ${job.id}`);
  }
}

/**
 * Queues a stalled job again. Keeps an entry that is still waiting, because the worker may be busy
 * with another job.
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
 * Queues a waiting job again if its entry is lost. An entry that a worker has just fetched counts
 * as present. When two workers detect the loss, the queue accepts one entry.
 * @returns whether this call added an entry
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

/** Cancels every waiting or running entry of the job's entity and type. */
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
