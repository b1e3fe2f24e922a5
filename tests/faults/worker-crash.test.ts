import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#contracts';
import { silentLogger } from '#foundation';
import { purgeStore } from '../../platform/server/files/index.ts';
import { storedFiles } from '../../platform/server/files/rows/scan-file-rows.ts';
import { JOB_LEASE_MS, leaseJob } from '../../platform/server/jobs/job-rows.ts';
import { JobLease } from '../../platform/server/worker/job-lease.ts';
import { runJob } from '../../platform/server/worker/run-job.ts';
import { call } from './support/calls.ts';
import {
  type DataPlane,
  killWorker,
  sha256,
  startDataPlane,
  type Tenant,
} from './support/data-plane.ts';
import { isLong } from './support/rounds.ts';
import { expectedVolume, STEPS } from './support/workers/test-handlers.ts';

/**
 * Progress of the job when its worker is killed, and whether the test waits for the lease to
 * expire.
 */
const SAMPLED_MOMENTS: readonly [number, boolean][] = [
  [0, false],
  [0.5, true],
  [0.95, false],
];
const ALL_TENTHS = Array.from({ length: 11 }, (_, tenths): [number, boolean] => [
  tenths / 10,
  tenths % 5 === 0,
]);

let plane: DataPlane;
let tenant: Tenant;
let token = '';
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  token = tenant.tokenOf('OPERATOR');
});
afterAll(() => plane[Symbol.asyncDispose]());
afterEach(() => plane.killWorkers());

async function queueJob(scanId: string): Promise<string> {
  const body = { jobType: 'R3D', entityId: scanId };
  const response = await call<Job>(plane.url, token, 'POST', '/jobqueue/queue-job', body);
  expect(response.status).toBe(200);
  return response.body.id;
}

const readJob = async (id: string) =>
  (await call<Job>(plane.url, token, 'GET', `/jobqueue/${id}`)).body;

const waitForJob = (id: string, isMet: (job: Job) => boolean, timeout = 50_000) =>
  expect.poll(async () => isMet(await readJob(id)), { timeout, interval: 25 }).toBe(true);

/** Expires the lease of a killed worker in the database, to save the waiting time. */
async function expireLease(id: string): Promise<void> {
  await plane.db
    .updateTable('job')
    .set({ heartbeatAt: new Date(Date.now() - 60_000).toISOString() })
    .where('id', '=', id)
    .execute();
}

/**
 * Compares the stored files of a completed job with the expected ones. Empty when nothing is lost
 * or duplicated.
 */
async function listProblems(scanId: string): Promise<string[]> {
  const { organizationId } = tenant;
  const rows = await storedFiles(plane.db, {
    organizationId,
    scanId,
    fileCategory: 'VOLUME3D',
  }).execute();
  const problems: string[] = [];
  const primaries = rows.filter((row) => row.role === 'PRIMARY');
  if (primaries.length !== 1) problems.push(`${primaries.length} volumes instead of one`);
  if (rows.length !== 2) problems.push(`${rows.length} files instead of two`);
  for (const row of rows) {
    const read = await plane.store.read({
      key: row.storagePath!,
      sha256: row.checksum!,
      byteLength: row.byteLength!,
      encoding: row.encoding,
    });
    if (!read.ok) problems.push(`${row.fileName}: ${read.problem.code}`);
    else if (sha256(read.value) !== sha256(expectedVolume(scanId)))
      problems.push('the volume bytes differ');
  }
  return problems;
}

/** Returns the number of audit rows that report the completion of a job. */
async function countCompletions(id: string): Promise<number> {
  const rows = await plane.db
    .selectFrom('audit')
    .select('subject')
    .where('act', '=', 'completeJob')
    .execute();
  return rows.filter(({ subject }) => subject.jobId === id).length;
}

async function listStoredFiles(): Promise<string[]> {
  const folder = join(plane.folder, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a worker that is killed during a job', () => {
  it.each(isLong ? ALL_TENTHS : SAMPLED_MOMENTS)(
    'loses nothing at a progress of %d: the job ends once with the same bytes',
    async (fraction, waitsForLease) => {
      const scanId = await tenant.addScan();
      const first = await plane.startWorker();
      const id = await queueJob(scanId);
      await waitForJob(
        id,
        ({ status, done }) => status === 'IN_PROGRESS' && done >= fraction * STEPS - 1,
      );
      await killWorker(first);
      const killedAt = performance.now();
      if (!waitsForLease) await expireLease(id);
      const second = await plane.startWorker();
      // Near the end the result may have been stored before the kill.
      await waitForJob(id, ({ attempt, status }) => attempt === 2 || status === 'COMPLETED');
      expect(performance.now() - killedAt).toBeLessThan(15_000);
      await waitForJob(id, ({ status }) => status === 'COMPLETED');
      expect(await listProblems(scanId)).toEqual([]);
      expect(await countCompletions(id)).toBe(1);
      await killWorker(second);
    },
  );

  it('fails the job with a reason after three kills', async () => {
    const scanId = await tenant.addScan();
    const id = await queueJob(scanId);
    for (let attempt = 1; attempt <= 3; attempt++) {
      const worker = await plane.startWorker();
      await waitForJob(id, (job) => job.attempt === attempt);
      await killWorker(worker);
      await expireLease(id);
    }
    const last = await plane.startWorker();
    await waitForJob(id, ({ status }) => status === 'FAILED');
    expect((await readJob(id)).problem?.code).toBe('JOB_WORKER_DIED');
    expect((await call(plane.url, token, 'GET', `/scans/${scanId}/volume`)).status).toBe(404);
    // The job can be queued again.
    const again = await queueJob(scanId);
    await waitForJob(again, ({ status }) => status === 'COMPLETED');
    expect(await listProblems(scanId)).toEqual([]);
    await killWorker(last);
  });

  it('leaves the job cancelled when a user stopped it before the kill', async () => {
    const id = await queueJob(await tenant.addScan());
    const worker = await plane.startWorker();
    await waitForJob(id, ({ status }) => status === 'IN_PROGRESS');
    worker.kill('SIGSTOP');
    await call(plane.url, token, 'POST', `/jobqueue/stop-job/${id}`);
    await killWorker(worker);
    await expireLease(id);
    const next = await plane.startWorker();
    await waitForJob(id, ({ status }) => status === 'CANCELLED');
    await killWorker(next);
  });
});

describe('a worker that is stopped regularly', () => {
  it('returns its job, which the next worker takes immediately', async () => {
    const scanId = await tenant.addScan();
    const first = await plane.startWorker();
    const id = await queueJob(scanId);
    await waitForJob(id, ({ done }) => done > 0);
    const exited = once(first, 'exit');
    first.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    // Not counted as a failed attempt, and taken again before the lease expires.
    expect(await readJob(id)).toMatchObject({ status: 'IN_PROGRESS', attempt: 0 });
    await plane.startWorker();
    await waitForJob(id, ({ attempt }) => attempt === 1, 4_000);
    await waitForJob(id, ({ status }) => status === 'COMPLETED');
    expect(await listProblems(scanId)).toEqual([]);
  });
});

describe('a worker that is suspended beyond its lease', () => {
  it('finds its job completed by another worker, and its late result is rejected', async () => {
    const scanId = await tenant.addScan();
    const suspendedWorker = await plane.startWorker();
    const id = await queueJob(scanId);
    await waitForJob(id, ({ done }) => done > STEPS / 2);
    suspendedWorker.kill('SIGSTOP');
    // Waits for twice the lease in the long run only.
    if (isLong) await sleep(2 * JOB_LEASE_MS);
    else await expireLease(id);
    const second = await plane.startWorker();
    await waitForJob(id, ({ status }) => status === 'COMPLETED', 30_000);
    const { endedAt } = await readJob(id);
    suspendedWorker.kill('SIGCONT');
    // Time for the remaining steps of the suspended worker, at most 1 s, and for its late result.
    await sleep(2_500);
    expect(await readJob(id)).toMatchObject({ status: 'COMPLETED', attempt: 2, endedAt });
    expect(await countCompletions(id)).toBe(1);
    expect(await listProblems(scanId)).toEqual([]);
    await killWorker(suspendedWorker);
    await killWorker(second);
  });

  it('stores no row and leaves no file, even when its handler ignores the lost lease', async () => {
    const scanId = await tenant.addScan();
    const id = await queueJob(scanId);
    const key = { id, organizationId: tenant.organizationId };
    const row = (await leaseJob(plane.db, key))!;
    const leased = { ...row, fencingToken: row.fencingToken! };
    const lease = new JobLease(plane.db, leased, silentLogger, () => undefined);
    const filesBefore = await listStoredFiles();
    const result = await runJob(
      { db: plane.db, store: plane.store, log: silentLogger },
      leased,
      {
        extensionId: 'test',
        settings: {},
        handler: {
          onScanCompleted: false,
          async run(run) {
            const header = { sizes: '1 1 1' };
            const file = { fileName: 'late.nrrd', fileExtension: 'nrrd', header } as const;
            await run.publish([{ ...file, fileCategory: 'VOLUME3D', bytes: Buffer.from('late') }]);
            // Another worker takes the job between the last check of the lease and the result.
            await plane.db
              .updateTable('job')
              .set({ fencingToken: leased.fencingToken + 1 })
              .where('id', '=', id)
              .execute();
          },
        },
      },
      lease,
    );
    expect(result).toBeNull();
    expect(await listStoredFiles()).toEqual(filesBefore);
    expect((await call(plane.url, token, 'GET', `/scans/${scanId}/volume`)).status).toBe(404);
    await call(plane.url, token, 'POST', `/jobqueue/stop-job/${id}`);
  });
});

describe('a database that is killed during a job', () => {
  it('delays the job but loses no result', async () => {
    const scanId = await tenant.addScan();
    await plane.startWorker();
    const id = await queueJob(scanId);
    await waitForJob(id, ({ done }) => done >= STEPS / 2);
    const pidFile = join(plane.folder, 'postgres/cluster/postmaster.pid');
    process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
    await waitForJob(id, ({ status }) => status === 'COMPLETED', 40_000);
    expect(await listProblems(scanId)).toEqual([]);
    // The queue itself has recovered as well.
    const next = await queueJob(await tenant.addScan());
    await waitForJob(next, ({ status }) => status === 'COMPLETED');
  });
});

describe('the checks of losses and the purge', () => {
  it('detect a planted loss, and remove only files without a row', async () => {
    const scanId = await tenant.addScan();
    const worker = await plane.startWorker();
    const id = await queueJob(scanId);
    await waitForJob(id, ({ status }) => status === 'COMPLETED');
    await killWorker(worker);
    expect(await listProblems(scanId)).toEqual([]);
    // Purges bytes without a row that the workers killed above may have left.
    await purgeStore(plane.db, plane.store, silentLogger, -1_000);
    const put = await plane.store.put(Buffer.from('x'), { category: 'volume3d', encoding: 'NONE' });
    expect(put.ok).toBe(true);
    expect((await purgeStore(plane.db, plane.store, silentLogger)).orphans).toBe(0);
    expect((await purgeStore(plane.db, plane.store, silentLogger, -1_000)).orphans).toBe(1);
    expect(await listProblems(scanId)).toEqual([]);
    const { storagePath } = await plane.db
      .selectFrom('scanFile')
      .select('storagePath')
      .where('scanId', '=', scanId)
      .where('role', '=', 'PRIMARY')
      .executeTakeFirstOrThrow();
    await plane.store.remove(storagePath!);
    expect(await listProblems(scanId)).toEqual(['volume.nrrd: FILE_MISSING']);
    await plane.db
      .deleteFrom('scanFile')
      .where('scanId', '=', scanId)
      .where('role', '=', 'PYRAMID')
      .execute();
    expect(await listProblems(scanId)).toContain('1 files instead of two');
  });
});
