import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Job, WorkerLease, WorkerVolume } from '#contracts';
import { unwrap } from '#foundation';
import { readNrrd, type Volume, volumeToNrrd, writeNrrd } from '#volume';
import {
  createWorkerCredential,
  revokeWorkerCredential,
} from '../../../platform/server/accounts/worker-credentials.ts';
import { storedReference } from '../../../platform/server/files/rows/scan-file-rows.ts';
import { FileStage } from '../../../platform/server/files/scan-files/file-stage.ts';
import { handOverJobs } from '../../../platform/server/jobs/hand-over-jobs.ts';
import { call } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';
import { anAiRun, aProposal } from '../support/ai-finding.ts';

const TYPE = 'org.example.blobs';
const VOLUME: Volume = {
  geometry: {
    sizes: [4, 3, 2],
    spacingMm: [0.5, 1, 2],
    originMm: [-0.75, 0.5, -1],
    coverageRadiusMm: 2,
  },
  voxels: Uint8Array.from({ length: 24 }, (_, voxel) => voxel * 10),
};

let plane: DataPlane;
let tenant: Tenant;
let operator = '';
let worker = '';
let scanId = '';
beforeAll(async () => {
  plane = await startDataPlane();
  await plane.startWorker();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await plane.addTenant();
  operator = tenant.tokenOf('OPERATOR');
  worker = await addWorker([TYPE]);
  scanId = await tenant.addScan();
});

async function addWorker(
  jobTypes: readonly ('AUTO_DETECTION' | `${string}.${string}`)[],
  name = 'blobs',
  { organizationId } = tenant,
): Promise<string> {
  const created = await createWorkerCredential(plane.db, { organizationId, name, jobTypes });
  if (created === null) throw new Error(`The worker ${name} was not created`);
  return created.token;
}

const post = <T = Job>(path: string, body: object, token = worker) =>
  call<T & ErrorResponse>(plane.url, token, 'POST', path, body);
const get = <T>(path: string, token = worker) =>
  call<T & ErrorResponse>(plane.url, token, 'GET', path);
const queue = async (jobType: string = TYPE, entityId = scanId) =>
  (await post('/jobqueue/queue-job', { jobType, entityId }, operator)).body;
const readJob = async (id: string) => (await get<Job>(`/jobqueue/${id}`, operator)).body;

async function take(token = worker, types: readonly string[] = [TYPE]): Promise<WorkerLease> {
  const response = await post<{ lease: WorkerLease | null }>('/jobqueue/take', { types }, token);
  const { lease } = response.body;
  if (response.status !== 200 || lease === null) throw new Error(JSON.stringify(response));
  return lease;
}

/** Makes the lease of a job expire, as if its worker had been killed. */
const expireLease = (id: string) =>
  plane.db
    .updateTable('job')
    .set({ heartbeatAt: sql<string>`clock_timestamp() - interval '1 hour'` })
    .where('id', '=', id)
    .execute();

/** Stores a volume of the scan and returns the id of its file. */
async function addVolume(id = scanId): Promise<string> {
  const stage = new FileStage(plane.store);
  const { sizes, spacingMm, originMm, coverageRadiusMm } = VOLUME.geometry;
  unwrap(
    await stage.add({
      fileCategory: 'VOLUME3D',
      fileName: 'volume.nrrd',
      fileExtension: 'nrrd',
      header: {
        sizes: sizes.join(' '),
        spacingMm: [...spacingMm],
        originMm: [...originMm],
        coverageRadiusMm,
        source: { patientName: 'CANARY' },
      },
      bytes: writeNrrd(volumeToNrrd(VOLUME, { dynamicRangeDb: '60' })),
    }),
  );
  const { organizationId } = tenant;
  await stage.insert(plane.db, { organizationId, scanId: id, createdBy: null });
  const file = await plane.db
    .selectFrom('scanFile')
    .select('id')
    .where('scanId', '=', id)
    .where('role', '=', 'PRIMARY')
    .executeTakeFirstOrThrow();
  return file.id;
}

describe('a job of a third party’s type', () => {
  it('is rejected without a worker for the type, and waits for the worker otherwise', async () => {
    const unknown = await post(
      '/jobqueue/queue-job',
      { jobType: 'org.example.other', entityId: scanId },
      operator,
    );
    expect(unknown).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
    const job = await queue();
    expect(job).toMatchObject({ status: 'NOT_STARTED', jobType: TYPE });
    const lease = await take();
    expect(lease).toMatchObject({
      job: { id: job.id, status: 'IN_PROGRESS', attempt: 1, entityId: scanId },
      leaseSeconds: 30,
      volume: null,
    });
    const again = await post<{ lease: null }>('/jobqueue/take', { types: [TYPE] });
    expect(again).toMatchObject({ status: 200, body: { lease: null } });
  });

  it('shows readers the progress of its worker and ends COMPLETED', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    const progress = { phase: 'Searching', done: 3, total: 9 };
    const renewed = await post<{ stop: boolean }>(`/jobqueue/${id}/renew`, {
      fencingToken,
      progress,
    });
    expect(renewed).toMatchObject({ status: 200, body: { stop: false } });
    expect(await readJob(id)).toMatchObject(progress);
    const done = await post(`/jobqueue/${id}/complete`, { fencingToken });
    expect(done).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    const repeated = await post(`/jobqueue/${id}/complete`, { fencingToken });
    expect(repeated).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });

  it('ends FAILED with the reason that the worker gives', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    const failure = { fencingToken, title: 'Out of memory', detail: 'The model needs 9 GB.' };
    expect((await post(`/jobqueue/${id}/fail`, failure)).status).toBe(200);
    expect(await readJob(id)).toMatchObject({
      status: 'FAILED',
      problem: { code: 'WORKER_FAILED', title: 'Out of memory', detail: 'The model needs 9 GB.' },
    });
  });

  it('of a killed worker is taken again, and the late result is refused', async () => {
    const { id } = await queue();
    const first = await take();
    await expireLease(id);
    const second = await take();
    expect(second.job).toMatchObject({ id, attempt: 2 });
    expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
    const { fencingToken } = first;
    for (const action of ['renew', 'complete', 'fail']) {
      const body = action === 'fail' ? { fencingToken, title: 'Late' } : { fencingToken };
      expect(await post(`/jobqueue/${id}/${action}`, body)).toMatchObject({
        status: 409,
        body: { errorType: 'LeaseEnded', code: 'JOB_LEASE_ENDED' },
      });
    }
    expect((await readJob(id)).status).toBe('IN_PROGRESS');
    const done = await post(`/jobqueue/${id}/complete`, { fencingToken: second.fencingToken });
    expect(done.status).toBe(200);
  });

  it('ends FAILED after three killed workers', async () => {
    const { id } = await queue();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await take();
      await expireLease(id);
    }
    await expect.poll(async () => (await readJob(id)).status, { timeout: 10_000 }).toBe('FAILED');
    expect(await readJob(id)).toMatchObject({ problem: { code: 'JOB_WORKER_DIED' } });
  });

  it('that a reader stops is reported at the next renewal and accepts no result', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    expect((await post(`/jobqueue/stop-job/${id}`, {}, operator)).status).toBe(200);
    const renewed = await post<{ stop: boolean; job: Job }>(`/jobqueue/${id}/renew`, {
      fencingToken,
    });
    expect(renewed.body).toMatchObject({ stop: true, job: { status: 'CANCELLED' } });
    const late = await post(`/jobqueue/${id}/complete`, { fencingToken });
    expect(late).toMatchObject({ status: 409, body: { errorType: 'LeaseEnded' } });
    expect((await readJob(id)).status).toBe('CANCELLED');
  });

  it('that a reader stops before a worker takes it ends at once', async () => {
    const { id } = await queue();
    const stopped = await post(`/jobqueue/stop-job/${id}`, {}, operator);
    expect(stopped.body.status).toBe('CANCELLED');
    const { body } = await post<{ lease: null }>('/jobqueue/take', { types: [TYPE] });
    expect(body.lease).toBeNull();
  });

  it('is completed by the worker that took it only', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    const other = await addWorker([TYPE], 'other');
    const stolen = await post(`/jobqueue/${id}/complete`, { fencingToken }, other);
    expect(stolen).toMatchObject({ status: 409, body: { errorType: 'LeaseEnded' } });
    expect((await readJob(id)).status).toBe('IN_PROGRESS');
  });

  it('is audited with the worker when taken and completed, but not when polled', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    await post('/jobqueue/take', { types: [TYPE] });
    await post(`/jobqueue/${id}/complete`, { fencingToken });
    const rows = await plane.db
      .selectFrom('audit')
      .select(['act', 'actorKind', 'actorId', 'subject'])
      .where('organizationId', '=', tenant.organizationId)
      .where('actorKind', '=', 'worker')
      .orderBy('seq')
      .execute();
    expect(rows.map(({ act }) => act)).toEqual(['takeJob', 'completeJob']);
    const credential = await plane.db
      .selectFrom('workerCredential')
      .select('id')
      .where('organizationId', '=', tenant.organizationId)
      .executeTakeFirstOrThrow();
    for (const row of rows) {
      expect(row.actorId).toBe(credential.id);
      expect(row.subject).toMatchObject({ scanId, jobType: TYPE });
    }
  });
});

describe('a worker credential', () => {
  it('takes jobs of its types only', async () => {
    const response = await post('/jobqueue/take', { types: [TYPE, 'AUTO_DETECTION'] });
    expect(response.status).toBe(403);
    expect(response.body.message).toContain('AUTO_DETECTION');
    expect((await post('/jobqueue/take', { types: [] })).status).toBe(400);
    for (const type of ['blobs', 'R3D', 'DICOM_3D_TO_PACS']) {
      expect((await post('/jobqueue/take', { types: [type] })).status).toBe(400);
    }
  });

  it('for a built-in type keeps the type from the server’s own worker', async () => {
    const detector = await addWorker(['AUTO_DETECTION'], 'detector');
    const { id } = await queue('AUTO_DETECTION');
    // Longer than the server’s worker needs to find a job without a queue entry.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect((await readJob(id)).status).toBe('NOT_STARTED');
    expect((await take(detector, ['AUTO_DETECTION'])).job.id).toBe(id);
  });

  it('reaches its own organization only', async () => {
    const { id } = await queue();
    const other = await plane.addTenant();
    const stranger = await addWorker([TYPE], 'blobs', other);
    const { body } = await post<{ lease: null }>('/jobqueue/take', { types: [TYPE] }, stranger);
    expect(body.lease).toBeNull();
    const { fencingToken } = await take();
    const foreign = await post(`/jobqueue/${id}/complete`, { fencingToken }, stranger);
    expect(foreign.status).toBe(404);
  });

  it('is rejected after its revocation, and its results too', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    await revokeWorkerCredential(plane.db, tenant.organizationId, 'blobs');
    expect((await post('/jobqueue/take', { types: [TYPE] })).status).toBe(401);
    expect((await post(`/jobqueue/${id}/complete`, { fencingToken })).status).toBe(401);
    const unsupported = await post(
      '/jobqueue/queue-job',
      { jobType: TYPE, entityId: await tenant.addScan() },
      operator,
    );
    expect(unsupported.status).toBe(409);
  });

  it('leaves no job waiting after its revocation, unless another worker takes its type', async () => {
    const revoke = async (name: string, jobTypes: readonly ('AUTO_DETECTION' | typeof TYPE)[]) => {
      await revokeWorkerCredential(plane.db, tenant.organizationId, name);
      return handOverJobs(plane.db, tenant.organizationId, jobTypes);
    };
    await addWorker(['AUTO_DETECTION', TYPE], 'both');
    const taken = await queue();
    await take();
    const waiting = await queue(TYPE, await tenant.addScan());
    const detection = await queue('AUTO_DETECTION');
    expect(await revoke('blobs', [TYPE])).toEqual({ toServer: 0, failed: 0 });
    expect((await readJob(waiting.id)).status).toBe('NOT_STARTED');
    expect(await revoke('both', ['AUTO_DETECTION', TYPE])).toEqual({ toServer: 1, failed: 2 });
    for (const { id } of [taken, waiting]) {
      expect(await readJob(id)).toMatchObject({
        status: 'FAILED',
        problem: { code: 'JOB_WORKER_REVOKED' },
      });
    }
    // The handler of this test finds nothing to read; its failure shows that the server ran the job.
    await expect
      .poll(async () => (await readJob(detection.id)).problem?.code, { timeout: 30_000 })
      .toBe('NO_RAW');
  });
});

describe('the volumes of a worker', () => {
  it('have geometry and side, and nothing about the patient', async () => {
    const fileId = await addVolume();
    await tenant.addScan({ scanState: 'I' });
    const { status, body } = await get<{ items: WorkerVolume[]; total: number }>(
      '/jobqueue/volumes',
    );
    expect([status, body.total]).toEqual([200, 1]);
    expect(body.items).toEqual([
      {
        scanId,
        laterality: 'L',
        fileId,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        byteLength: expect.any(Number),
        ...VOLUME.geometry,
      },
    ]);
    const ofScan = await get<{ total: number }>(`/jobqueue/volumes?scanId=${scanId}`);
    expect(ofScan.body.total).toBe(1);
    await queue();
    expect((await take()).volume).toEqual(body.items[0]);
  });

  it('are withheld from the lease while they are damaged', async () => {
    const fileId = await addVolume();
    await plane.db
      .updateTable('scanFile')
      .set({ quarantinedAt: sql<string>`clock_timestamp()`, quarantineReason: 'Damaged' })
      .where('id', '=', fileId)
      .execute();
    await queue();
    expect((await take()).volume).toBeNull();
  });

  it('are the only files that a worker can download', async () => {
    const fileId = await addVolume();
    const download = (id: string) =>
      fetch(`${plane.url}/scanfiles/${id}/download`, {
        headers: { 'x-api-key': 'api-key-of-the-tests', authorization: `Bearer ${worker}` },
      });
    await plane.db
      .updateTable('scanFile')
      .set({ fileName: 'CANARY.nrrd' })
      .where('id', '=', fileId)
      .execute();
    const downloaded = await download(fileId);
    expect(downloaded.status).toBe(200);
    const disposition = downloaded.headers.get('content-disposition');
    expect(disposition).toContain('volume.nrrd');
    expect(disposition).not.toContain('CANARY');
    const nrrd = unwrap(await readNrrd(new Uint8Array(await downloaded.arrayBuffer())));
    expect(nrrd.keyValues.dynamicRangeDb).toBe('60');
    await plane.db
      .updateTable('scanFile')
      .set({ fileCategory: 'RAW' })
      .where('id', '=', fileId)
      .execute();
    expect((await download(fileId)).status).toBe(404);
  });
});

describe('a mask of a worker', () => {
  const mask = Uint8Array.from({ length: 24 }, (_, voxel) => (voxel > 11 ? 1 : 0));
  const nrrd = (
    sizes: readonly number[],
    voxels: Uint8Array = mask,
    place: readonly string[] = [],
  ): string => {
    const lines = ['NRRD0004', 'type: uint8', 'dimension: 3', `sizes: ${sizes.join(' ')}`];
    const header = `${[...lines, ...place, 'encoding: gzip'].join('\n')}\n\n`;
    return Buffer.concat([Buffer.from(header), gzipSync(voxels)]).toString('base64');
  };
  /** Header lines of the place of the volume, with changes. */
  const placeOf = (changes: object = {}): string[] => {
    const place = {
      space: 'left-posterior-superior',
      'space directions': '(0.5,0,0) (0,1,0) (0,0,2)',
      'space origin': '(-0.75,0.5,-1)',
    };
    return Object.entries({ ...place, ...changes }).map(([name, value]) => `${name}: ${value}`);
  };
  const nrrdAt = (changes: object = {}): string => nrrd([4, 3, 2], mask, placeOf(changes));
  const masksOf = (id: string) =>
    plane.db
      .selectFrom('scanFile')
      .selectAll()
      .where('scanId', '=', id)
      .where('fileCategory', '=', 'SEGMENT_MASK')
      .execute();

  it.each([
    ['without a place', nrrd([4, 3, 2])],
    ['with the place of the volume', nrrdAt()],
    ['with rounded directions', nrrdAt({ 'space directions': '(0.50000001,0,0) (0,1,0) (0,0,2)' })],
  ])(
    '%s is stored in the place of the volume together with the completion',
    async (_, nrrdBase64) => {
      const volumeFileId = await addVolume();
      const { id } = await queue();
      const { fencingToken } = await take();
      const masks = [{ volumeFileId, fileName: 'lesion.nrrd', nrrdBase64 }];
      const done = await post(`/jobqueue/${id}/complete`, { fencingToken, masks });
      expect(done).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
      const [row, ...others] = await masksOf(scanId);
      expect(others).toEqual([]);
      const reference = row === undefined ? null : storedReference(row);
      if (reference === null) throw new Error('The mask was not stored');
      const stored = unwrap(await readNrrd(unwrap(await plane.store.read(reference))));
      expect(Uint8Array.from(stored.data)).toEqual(mask);
      expect(stored.spaceOrigin).toEqual(VOLUME.geometry.originMm);
    },
  );

  it.each([
    ['other sizes', nrrd([2, 3, 4]), 'MASK_SIZES'],
    ['too few voxels', nrrd([4, 3, 2], new Uint8Array(3)), 'MASK_UNREADABLE'],
    ['another space', nrrdAt({ space: 'right-anterior-superior' }), 'MASK_PLACE'],
    ['another origin', nrrdAt({ 'space origin': '(-0.75,0.5,-3)' }), 'MASK_PLACE'],
    ['a reversed axis', nrrdAt({ 'space directions': '(-0.5,0,0) (0,1,0) (0,0,2)' }), 'MASK_PLACE'],
    ['other voxels', nrrdAt({ 'space directions': '(0.6,0,0) (0,1,0) (0,0,2)' }), 'MASK_PLACE'],
    ['another spacing', nrrd([4, 3, 2], mask, ['spacings: 0.5 1 3']), 'MASK_PLACE'],
    ['another format', Buffer.from('P5 4 3').toString('base64'), 'MASK_UNREADABLE'],
  ])('with %s is rejected by name, and the job goes on', async (_what, nrrdBase64, code) => {
    const volumeFileId = await addVolume();
    const { id } = await queue();
    const { fencingToken } = await take();
    const masks = [{ volumeFileId, fileName: 'lesion.nrrd', nrrdBase64 }];
    const rejected = await post<{ errors: { code: string }[] }>(`/jobqueue/${id}/complete`, {
      fencingToken,
      masks,
    });
    expect(rejected.status).toBe(400);
    expect(rejected.body.errors.map((error) => error.code)).toEqual([code]);
    expect((await readJob(id)).status).toBe('IN_PROGRESS');
    expect(await masksOf(scanId)).toEqual([]);
  });
});

describe('the run of a worker’s model', () => {
  const runsOf = (id: string) =>
    plane.db.selectFrom('aiRun').selectAll().where('scanId', '=', id).execute();
  const findingsOf = (id: string) =>
    plane.db.selectFrom('finding').selectAll().where('scanId', '=', id).execute();

  it('is stored with its findings, the job and the worker when the job completes', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    const run = anAiRun();
    const done = await post(`/jobqueue/${id}/complete`, { fencingToken, run });
    expect(done).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect((await post(`/jobqueue/${id}/complete`, { fencingToken, run })).status).toBe(200);
    const [stored, ...others] = await runsOf(scanId);
    expect(others).toEqual([]);
    const credential = await plane.db
      .selectFrom('workerCredential')
      .select('id')
      .where('organizationId', '=', tenant.organizationId)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ id: run.id, jobId: id, createdBy: credential.id });
    expect(await findingsOf(scanId)).toMatchObject([{ generator: 'AIAD', aiRunId: run.id }]);
  });

  it('with an invalid finding stores nothing, and the job goes on', async () => {
    const volumeFileId = await addVolume();
    const { id } = await queue();
    const { fencingToken } = await take();
    const run = anAiRun({ volumeFileId, findings: [aProposal()] });
    const rejected = await post<{ errors: { field: string }[] }>(`/jobqueue/${id}/complete`, {
      fencingToken,
      run,
    });
    expect(rejected.status).toBe(400);
    expect(rejected.body.errors[0]?.field).toMatch(/^run\.findings\.0\.marks\./);
    expect((await readJob(id)).status).toBe('IN_PROGRESS');
    expect([await runsOf(scanId), await findingsOf(scanId)]).toEqual([[], []]);
  });

  it('of a stopped job is not stored', async () => {
    const { id } = await queue();
    const { fencingToken } = await take();
    await post(`/jobqueue/stop-job/${id}`, {}, operator);
    const late = await post(`/jobqueue/${id}/complete`, { fencingToken, run: anAiRun() });
    expect(late).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await runsOf(scanId)).toEqual([]);
  });
});
