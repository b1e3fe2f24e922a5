import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job, WorkerLease } from '#contracts';
import { newId } from '#foundation';
import { createWorkerCredential } from '../../../platform/server/accounts/worker-credentials.ts';
import { MAX_JOB_ATTEMPTS } from '../../../platform/server/jobs/index.ts';
import { call } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane } from '../../faults/support/data-plane.ts';

let site: DataPlane;
beforeAll(async () => {
  site = await startDataPlane();
  await site.startWorker(
    new URL('../../faults/support/workers/detecting-worker.ts', import.meta.url),
  );
});
afterAll(() => site?.[Symbol.asyncDispose]());

it('A worker gets its detection although the server crashed each time it looked for the nipple', async () => {
  const owner = await site.addTenant();
  const scanId = await owner.addScan();
  const { organizationId } = owner;
  const credential = { organizationId, name: 'gpu', jobTypes: ['AUTO_DETECTION'] as const };
  const worker = await createWorkerCredential(site.db, credential);
  await site.db
    .insertInto('job')
    .values({
      id: newId(),
      organizationId,
      jobType: 'AUTO_DETECTION',
      entityId: scanId,
      runner: 'SERVER',
      status: 'IN_PROGRESS',
      attempt: MAX_JOB_ATTEMPTS,
      fencingToken: sql<number>`nextval('job_fencing')`,
      heartbeatAt: sql<string>`clock_timestamp() - interval '1 hour'`,
      createdBy: null,
      problem: null,
    })
    .execute();
  const jobs = async () => {
    const token = owner.tokenOf('OPERATOR');
    const path = `/scans/${scanId}/jobs`;
    return (await call<{ items: Job[] }>(site.url, token, 'GET', path)).body.items;
  };
  await expect
    .poll(async () => (await jobs()).map(({ status }) => status).toSorted(), { timeout: 30_000 })
    .toEqual(['FAILED', 'NOT_STARTED']);
  const failed = (await jobs()).find(({ status }) => status === 'FAILED');
  expect(failed?.problem?.code).toBe('JOB_WORKER_DIED');
  const taken = await call<{ lease: WorkerLease | null }>(
    site.url,
    worker?.token ?? '',
    'POST',
    '/jobqueue/take',
    { types: ['AUTO_DETECTION'] },
  );
  expect(taken.body.lease?.job.entityId).toBe(scanId);
});
