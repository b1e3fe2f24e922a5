import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#contracts';
import { newId } from '#foundation';
import { distance, imageToMm } from '#geometry';
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
