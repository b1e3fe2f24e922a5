import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkerLease } from '#contracts';
import { createWorkerCredential } from '../../../platform/server/accounts/worker-credentials.ts';
import { anAiRun } from '../support/ai-finding.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const TYPE = 'org.example.blobs';
let calls: TenantCalls;
let worker = '';
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  const { organizationId } = calls.tenants.ownOrg;
  const credential = { organizationId, name: 'blobs', jobTypes: [TYPE] as const };
  worker = (await createWorkerCredential(calls.tenants.db, credential))?.token ?? '';
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan({ scanState: 'C', epoch: 1 });
});

const post = async (path: string, body: object) => {
  const response = await calls.tenants.server.call('POST', path, { token: worker, body });
  return { status: response.status, body: response.body as Record<string, unknown> };
};
const start = (jobType = TYPE, id = scanId) => post('/jobqueue/start', { jobType, scanId: id });
const jobsOf = (id: string) =>
  calls.tenants.db.selectFrom('job').select(['id']).where('entityId', '=', id).execute();

describe('a job that its worker starts', () => {
  it('is queued and taken in one step, stored and audited like any job', async () => {
    await addScanVolume(calls.tenants, scanId);
    const started = await start();
    expect(started).toMatchObject({
      status: 200,
      body: {
        job: { status: 'IN_PROGRESS', attempt: 1, jobType: TYPE, entityId: scanId },
        leaseSeconds: 30,
        volume: { scanId },
      },
    });
    const { job, fencingToken, volume } = started.body as unknown as WorkerLease;
    expect((await post('/jobqueue/take', { types: [TYPE] })).body).toEqual({ lease: null });
    expect(await start()).toMatchObject({ status: 409, body: { errorType: 'JobAlreadyQueued' } });
    const run = anAiRun({ volumeFileId: volume?.fileId ?? null, findings: [] });
    const completed = await post(`/jobqueue/${job.id}/complete`, { fencingToken, run });
    expect(completed).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    const runs = await calls.tenants.db
      .selectFrom('aiRun')
      .select(['id', 'jobId'])
      .where('scanId', '=', scanId)
      .execute();
    expect(runs).toEqual([{ id: run.id, jobId: job.id }]);
    const rows = await calls.tenants.db
      .selectFrom('audit')
      .select(['actorKind', 'subject'])
      .where('act', '=', 'startJob')
      .where('outcome', '=', 'done')
      .execute();
    expect(rows).toEqual([
      { actorKind: 'worker', subject: { scanId, jobType: TYPE, jobId: job.id } },
    ]);
  });

  it('is rejected for a type that the credential does not have', async () => {
    expect(await start('org.example.other')).toMatchObject({ status: 403 });
    expect(await jobsOf(scanId)).toEqual([]);
  });

  it('is rejected for a scan of another organization', async () => {
    const foreignId = await calls.tenants.otherOrg.addScan({ scanState: 'C', epoch: 1 });
    expect(await start(TYPE, foreignId)).toMatchObject({ status: 404 });
    expect(await jobsOf(foreignId)).toEqual([]);
  });

  it('is rejected for a scan that is not completed', async () => {
    const unfinishedId = await calls.tenants.ownOrg.addScan({ scanState: 'I', epoch: 1 });
    const response = await start(TYPE, unfinishedId);
    expect(response).toMatchObject({ status: 409, body: { errorType: 'WrongScanState' } });
    expect(await jobsOf(unfinishedId)).toEqual([]);
  });
});
