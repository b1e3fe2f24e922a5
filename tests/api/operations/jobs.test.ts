import mqtt from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ErrorResponse,
  type Job,
  type JobMessage,
  jobMessageSchema,
  scanMessageSchema,
  topics,
} from '#contracts';
import { newId } from '#foundation';
import { insertJob } from '../../../platform/server/jobs/job-rows.ts';
import { call } from '../../faults/support/calls.ts';
import {
  type DataPlane,
  killWorker,
  startDataPlane,
  type Tenant,
} from '../../faults/support/data-plane.ts';
import { expectedVolume, STEPS } from '../../faults/support/workers/test-handlers.ts';
import { signFilesOfScan } from '../support/sign-file.ts';

let plane: DataPlane;
let tenant: Tenant;
let token = '';
let scanId = '';
beforeAll(async () => {
  plane = await startDataPlane();
  await plane.startWorker();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await plane.addTenant();
  token = tenant.tokenOf('OPERATOR');
  scanId = await tenant.addScan();
});

const queueJob = (jobType = 'R3D', entityId = scanId, caller = token) =>
  call<Job & ErrorResponse>(plane.url, caller, 'POST', '/jobqueue/queue-job', {
    jobType,
    entityId,
  });
const readJob = async (id: string) =>
  (await call<Job>(plane.url, token, 'GET', `/jobqueue/${id}`)).body;
const stopJob = (id: string, caller = token) =>
  call<Job & ErrorResponse>(plane.url, caller, 'POST', `/jobqueue/stop-job/${id}`);
const isRunning = ({ status }: Job): boolean => status === 'IN_PROGRESS';
const waitForStatus = (id: string, status: Job['status'], timeout = 15_000) =>
  expect.poll(async () => (await readJob(id)).status, { timeout, interval: 50 }).toBe(status);

describe('a job', () => {
  it('publishes progress while running and an event when the files of the scan are stored', async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${plane.broker.port}`, {
      username: 'session',
      password: token,
      protocolVersion: 4,
    });
    const received: JobMessage['job'][] = [];
    const scanTopic = topics.scan(tenant.organizationId, scanId);
    const scanChanges: string[] = [];
    client.on('message', (topic, payload) => {
      const message: unknown = JSON.parse(payload.toString());
      if (topic === scanTopic) scanChanges.push(scanMessageSchema.parse(message).what);
      else received.push(jobMessageSchema.parse(message).job);
    });
    await client.subscribeAsync(scanTopic, { qos: 1 });
    await client.subscribeAsync(topics.jobsOf(tenant.organizationId), { qos: 1 });
    const queued = await queueJob();
    expect(queued).toMatchObject({
      status: 200,
      body: { status: 'NOT_STARTED', jobType: 'R3D', entityId: scanId, attempt: 0 },
    });
    const { id } = queued.body;
    const running = await call<{ items: Job[] }>(
      plane.url,
      token,
      'GET',
      '/jobqueue/get-running-job',
    );
    expect(running.body.items.map((item) => item.id)).toEqual([id]);
    await waitForStatus(id, 'IN_PROGRESS');
    await waitForStatus(id, 'COMPLETED');
    expect(await readJob(id)).toMatchObject({
      phase: 'Growing',
      attempt: 1,
      total: STEPS,
      problem: null,
    });
    await expect.poll(() => received.at(-1)?.status).toBe('COMPLETED');
    // The event makes open views load the new volume, the nipple and the findings.
    await expect.poll(() => scanChanges).toEqual(['FILES']);
    await client.endAsync(true);
    const done = received
      .filter((message) => message.phase === 'Growing')
      .map((message) => message.done);
    expect(done.length).toBeGreaterThan(4);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    const volume = await call<{ levels: { url: string }[] }>(
      plane.url,
      token,
      'GET',
      `/scans/${scanId}/volume`,
    );
    expect(volume.body.levels).toHaveLength(2);
    const row = await plane.db
      .selectFrom('scanFile')
      .selectAll()
      .where('scanId', '=', scanId)
      .where('role', '=', 'PRIMARY')
      .executeTakeFirstOrThrow();
    expect(row.byteLength).toBe(expectedVolume(scanId).length);
  });

  it('is audited with its scan', async () => {
    const { body } = await queueJob();
    await stopJob(body.id);
    const rows = await plane.db
      .selectFrom('audit')
      .select('subject')
      .where('organizationId', '=', tenant.organizationId)
      .where('act', '=', 'queueJob')
      .execute();
    expect(rows.map(({ subject }) => subject)).toEqual([{ scanId, jobType: 'R3D' }]);
  });

  it('starts soon after queueing', async () => {
    const { body } = await queueJob();
    await waitForStatus(body.id, 'IN_PROGRESS', 1_500);
    await stopJob(body.id);
    await waitForStatus(body.id, 'CANCELLED');
  });

  it('is unique per scan and type while active, and can be queued again later', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => queueJob()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status !== 200) expect([status, body.errorType]).toEqual([409, 'JobAlreadyQueued']);
    }
    const queuedId = responses.find(({ status }) => status === 200)!.body.id;
    await waitForStatus(queuedId, 'IN_PROGRESS');
    expect((await queueJob()).status).toBe(409);
    await stopJob(queuedId);
    await waitForStatus(queuedId, 'CANCELLED');
    const again = await queueJob();
    expect(again.status).toBe(200);
    const latest = await call<Job>(plane.url, token, 'GET', `/jobqueue/id/${scanId}/R3D`);
    expect(latest.body.id).toBe(again.body.id);
    await stopJob(again.body.id);
    await waitForStatus(again.body.id, 'CANCELLED');
  });

  it('stops within a second while running, and leaves no file', async () => {
    const { body } = await queueJob();
    await waitForStatus(body.id, 'IN_PROGRESS');
    const startMs = performance.now();
    expect((await stopJob(body.id)).status).toBe(200);
    await waitForStatus(body.id, 'CANCELLED');
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect((await stopJob(body.id)).body.status).toBe('CANCELLED');
    const rows = await plane.db
      .selectFrom('scanFile')
      .select('id')
      .where('scanId', '=', scanId)
      .execute();
    expect(rows).toEqual([]);
  });

  it('that waits behind another job stops at once', async () => {
    const first = await queueJob();
    await waitForStatus(first.body.id, 'IN_PROGRESS');
    const queued = await queueJob('R3D', await tenant.addScan());
    expect((await stopJob(queued.body.id)).body.status).toBe('CANCELLED');
    await stopJob(first.body.id);
    await waitForStatus(first.body.id, 'CANCELLED');
    expect((await readJob(queued.body.id)).attempt).toBe(0);
  });

  it('that fails reports the reason and is not retried', async () => {
    const { body } = await queueJob('AUTO_DETECTION');
    await waitForStatus(body.id, 'FAILED');
    expect(await readJob(body.id)).toMatchObject({
      attempt: 1,
      problem: { code: 'NO_RAW', title: 'The scan has no raw data' },
    });
  });

  it('of a type without a handler is rejected, and the error names the type', async () => {
    const response = await queueJob('DICOM_3D_TO_PACS');
    expect(response).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
    expect(response.body.message).toContain('DICOM_3D_TO_PACS');
    expect((await queueJob('MAKE_COFFEE')).status).toBe(400);
  });

  it('that would replace files of a signed report is rejected with the next step', async () => {
    const first = await queueJob();
    await waitForStatus(first.body.id, 'COMPLETED');
    await signFilesOfScan(plane.db, scanId);
    const response = await queueJob();
    expect(response).toMatchObject({ status: 409, body: { errorType: 'FilesSigned' } });
    expect(response.body.message).toContain('Write an addendum');
  });

  it('requires a completed scan of the caller’s organization and permission to create studies', async () => {
    expect((await queueJob('R3D', newId())).status).toBe(404);
    const unfinished = await queueJob('R3D', await tenant.addScan({ scanState: 'I' }));
    expect(unfinished).toMatchObject({ status: 409, body: { errorType: 'WrongScanState' } });
    const other = await plane.addTenant();
    expect((await queueJob('R3D', scanId, other.tokenOf('OPERATOR'))).status).toBe(404);
    expect((await queueJob('R3D', scanId, tenant.tokenOf('VIEWER'))).status).toBe(403);
    const { body } = await queueJob();
    expect((await stopJob(body.id, other.tokenOf('OPERATOR'))).status).toBe(404);
    expect(
      (await call(plane.url, other.tokenOf('OPERATOR'), 'GET', `/jobqueue/${body.id}`)).status,
    ).toBe(404);
    const otherJobs = await call<{ total: number }>(
      plane.url,
      other.tokenOf('OPERATOR'),
      'GET',
      '/jobqueue/get-running-job',
    );
    expect(otherJobs.body.total).toBe(0);
    expect((await stopJob(body.id)).status).toBe(200);
    await waitForStatus(body.id, 'CANCELLED');
  });

  it('without a queue entry is detected and runs', async () => {
    const ids = { id: newId(), organizationId: tenant.organizationId };
    await insertJob(plane.db, { ...ids, jobType: 'R3D', entityId: scanId, createdBy: null });
    await waitForStatus(ids.id, 'COMPLETED', 20_000);
    expect((await readJob(ids.id)).attempt).toBe(1);
  });

  it('is listed with its scan for all users who may see the scan', async () => {
    const first = await queueJob();
    await stopJob(first.body.id);
    await waitForStatus(first.body.id, 'CANCELLED');
    const second = await queueJob();
    const list = (caller: string, query = '') =>
      call<{ items: Job[]; total: number; nextCursor: string | null }>(
        plane.url,
        caller,
        'GET',
        `/scans/${scanId}/jobs${query}`,
      );
    for (const role of ['VIEWER', 'PHYSICIAN', 'OPERATOR'] as const) {
      const { status, body } = await list(tenant.tokenOf(role));
      expect([status, body.total]).toEqual([200, 2]);
      expect(body.items.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
    }
    const page = await list(token, '?limit=1');
    const next = await list(token, `?limit=1&cursor=${page.body.nextCursor}`);
    expect(next.body.items.map(({ id }) => id)).toEqual([first.body.id]);
    const other = await plane.addTenant();
    expect((await list(other.tokenOf('VIEWER'))).status).toBe(404);
    expect((await list(tenant.tokenOf('ADMIN'))).status).toBe(403);
    await stopJob(second.body.id);
    await waitForStatus(second.body.id, 'CANCELLED');
  });

  it('is listed in pages while waiting or running', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++)
      ids.push((await queueJob('R3D', await tenant.addScan())).body.id);
    const collected: string[] = [];
    let cursor = '';
    for (let count = 0; count < 3; count++) {
      const path = `/jobqueue/get-running-job?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await call<{ items: Job[]; total: number; nextCursor: string | null }>(
        plane.url,
        token,
        'GET',
        path,
      );
      expect(body.total).toBe(3);
      collected.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? '';
    }
    expect(collected).toEqual(ids.toReversed());
    for (const id of ids) await stopJob(id);
    for (const id of ids) await waitForStatus(id, 'CANCELLED');
  });

  it('runs once, even with several workers', async () => {
    const second = await plane.startWorker();
    const ids: string[] = [];
    for (let count = 0; count < 4; count++)
      ids.push((await queueJob('R3D', await tenant.addScan())).body.id);
    await expect
      .poll(async () => (await Promise.all(ids.map(readJob))).filter(isRunning).length)
      .toBe(2);
    for (const id of ids) await waitForStatus(id, 'COMPLETED', 20_000);
    for (const id of ids) expect((await readJob(id)).attempt).toBe(1);
    const audit = await plane.db
      .selectFrom('audit')
      .select('subject')
      .where('organizationId', '=', tenant.organizationId)
      .where('act', '=', 'completeJob')
      .execute();
    expect(audit.map(({ subject }) => subject.jobId).sort()).toEqual([...ids].sort());
    await killWorker(second);
  });

  it('for a completed scan is queued in the same transaction or not at all', async () => {
    const scan = { id: scanId, organizationId: tenant.organizationId };
    const undone = plane.db.transaction().execute(async (trx) => {
      await plane.jobs.queueForCompletedScan(trx, scan, null);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await call(plane.url, token, 'GET', `/jobqueue/id/${scanId}/R3D`)).status).toBe(404);
    const publishQueued = await plane.db
      .transaction()
      .execute((trx) => plane.jobs.queueForCompletedScan(trx, scan, null));
    publishQueued();
    const latest = await call<Job>(plane.url, token, 'GET', `/jobqueue/id/${scanId}/R3D`);
    expect(latest.status).toBe(200);
    // Only job types that run on completed scans were queued.
    expect(
      (await call(plane.url, token, 'GET', `/jobqueue/id/${scanId}/AUTO_DETECTION`)).status,
    ).toBe(404);
    await waitForStatus(latest.body.id, 'COMPLETED');
  });
});
