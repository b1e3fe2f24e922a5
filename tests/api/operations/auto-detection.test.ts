import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, WorkerLease } from '#contracts';
import { newId } from '#foundation';
import { distance, imageToMm } from '#geometry';
import { createWorkerCredential } from '../../../platform/server/accounts/worker-credentials.ts';
import { call } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const BALL_MM = [12, 18, -9] as const;
/** Half the radius of the ball. */
const WITHIN_MM = 3;

let plane: DataPlane;
let tenant: Tenant;
let scanId = '';
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  scanId = await tenant.addScan();
  await plane.startWorker(
    new URL('../../faults/support/workers/detecting-worker.ts', import.meta.url),
  );
});
afterAll(() => plane[Symbol.asyncDispose]());

const jobsOf = async (jobType: Job['jobType']): Promise<readonly Job[]> => {
  const token = tenant.tokenOf('OPERATOR');
  const { body } = await call<{ items: Job[] }>(plane.url, token, 'GET', `/scans/${scanId}/jobs`);
  return body.items.filter((job) => job.jobType === jobType);
};
const queue = (jobType: Job['jobType']) =>
  call<Job>(plane.url, tenant.tokenOf('OPERATOR'), 'POST', '/jobqueue/queue-job', {
    jobType,
    entityId: scanId,
  });
const waitForDetections = (count: number) =>
  expect
    .poll(async () => (await jobsOf('AUTO_DETECTION')).map(({ status }) => status), {
      timeout: 60_000,
      interval: 100,
    })
    .toEqual(Array.from({ length: count }, () => 'COMPLETED'));
const runs = () =>
  plane.db
    .selectFrom('aiRun')
    .selectAll()
    .where('scanId', '=', scanId)
    .orderBy('createdAt')
    .execute();

describe('the detection after a reconstruction', () => {
  it('starts by itself and stores one run of the new volume with the lesion first, and the nipple of the volume', async () => {
    expect((await queue('R3D')).status).toBe(200);
    await waitForDetections(1);
    const [detection] = await jobsOf('AUTO_DETECTION');
    const volume = await plane.db
      .selectFrom('scanFile')
      .select(['id', 'nippleLocationAi'])
      .where('scanId', '=', scanId)
      .executeTakeFirstOrThrow();
    expect(volume.nippleLocationAi).toMatchObject({
      sag: expect.any(Number),
      confidence: expect.any(Number),
    });
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({ jobId: detection?.id, volumeFileId: volume.id, createdBy: null });
    const first = await plane.db
      .selectFrom('finding')
      .innerJoin('findingMark', 'findingMark.findingId', 'finding.id')
      .select(['finding.aiScore', 'findingMark.body'])
      .where('finding.scanId', '=', scanId)
      .where('finding.label', '=', 1)
      .execute();
    expect(first).toHaveLength(3);
    for (const { body, aiScore } of first) {
      expect(aiScore).toBeGreaterThan(0.5);
      const [a, b] = body.markViewParams.points;
      const middle = imageToMm(body.frame, (a!.u + b!.u) / 2, (a!.v + b!.v) / 2);
      expect(distance(middle, BALL_MM)).toBeLessThan(WITHIN_MM);
    }
  });

  it('runs again when a reader asks for it, and keeps the earlier run', async () => {
    const [before] = await runs();
    expect((await queue('AUTO_DETECTION')).status).toBe(200);
    await waitForDetections(2);
    const after = await runs();
    expect(after).toHaveLength(2);
    expect(after[0]).toEqual(before);
    expect(after[1]?.createdBy).toBe(tenant.accountOf('OPERATOR').id);
  });

  it('searches the volume that was stored last, whichever was registered first', async () => {
    const [before] = await runs();
    const volume = await plane.db
      .selectFrom('scanFile')
      .selectAll()
      .where('scanId', '=', scanId)
      .where('role', '=', 'PRIMARY')
      .executeTakeFirstOrThrow();
    const {
      nippleLocationAi: _nipple,
      quarantinedAt: _at,
      quarantineReason: _reason,
      ...copy
    } = volume;
    await plane.db
      .insertInto('scanFile')
      .values({
        ...copy,
        id: newId(),
        fileName: 'registered-last.nrrd',
        header: JSON.stringify(volume.header),
        createdAt: new Date().toISOString(),
        storedAt: '2020-01-01T00:00:00.000Z',
      })
      .execute();
    expect((await queue('AUTO_DETECTION')).status).toBe(200);
    await waitForDetections(3);
    expect((await runs()).at(-1)?.volumeFileId).toBe(before?.volumeFileId);
  });
});

describe.each([
  ['detecting-worker', 'takes the detection, and the server proposes the nipple', 1],
  ['nipple-worker', 'gets no detection where the site asks for the nipple only', 0],
])('a worker with a credential for the detection, beside the %s', (module, title, detections) => {
  let site: DataPlane;
  beforeAll(async () => {
    site = await startDataPlane();
    await site.startWorker(new URL(`../../faults/support/workers/${module}.ts`, import.meta.url));
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  it(title, async () => {
    const owner = await site.addTenant();
    const id = await owner.addScan();
    const { organizationId } = owner;
    const credential = { organizationId, name: 'gpu', jobTypes: ['AUTO_DETECTION'] as const };
    const worker = await createWorkerCredential(site.db, credential);
    const operator = owner.tokenOf('OPERATOR');
    const body = { jobType: 'R3D', entityId: id };
    await call(site.url, operator, 'POST', '/jobqueue/queue-job', body);
    const jobs = async () => {
      const path = `/scans/${id}/jobs`;
      const { body: list } = await call<{ items: Job[] }>(site.url, operator, 'GET', path);
      return list.items.filter(({ jobType }) => jobType === 'AUTO_DETECTION');
    };
    const nipple = async () =>
      (
        await site.db
          .selectFrom('scanFile')
          .select('nippleLocationAi')
          .where('scanId', '=', id)
          .where('role', '=', 'PRIMARY')
          .executeTakeFirst()
      )?.nippleLocationAi;
    await expect
      .poll(nipple, { timeout: 60_000, interval: 100 })
      .toMatchObject({ confidence: expect.any(Number) });
    const waiting = (await jobs()).filter(({ status }) => status === 'NOT_STARTED');
    expect(waiting).toHaveLength(detections);
    const runs = await site.db.selectFrom('aiRun').selectAll().where('scanId', '=', id).execute();
    expect(runs).toEqual([]);
    const taken = await call<{ lease: WorkerLease | null }>(
      site.url,
      worker?.token ?? '',
      'POST',
      '/jobqueue/take',
      { types: ['AUTO_DETECTION'] },
    );
    expect(taken.body.lease?.job.id).toBe(waiting[0]?.id);
  });
});
