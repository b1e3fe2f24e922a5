import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, silentLogger } from '#foundation';
import type { JobRun } from '#server/extension';
import type { Database } from '../../platform/server/database/schema.ts';
import { storedFiles } from '../../platform/server/files/rows/scan-file-rows.ts';
import {
  endJob,
  insertJob,
  jobByKey,
  leaseJob,
  requestCancel,
} from '../../platform/server/jobs/job-rows.ts';
import { JobLease } from '../../platform/server/worker/job-lease.ts';
import { runJob } from '../../platform/server/worker/run-job.ts';
import { type DataPlane, startDataPlane, type Tenant } from './support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());

/**
 * Wraps the database: transactions fail in the order of `failures`, before or after their commit.
 */
function failingDatabase(failures: ('before' | 'after')[], meanwhile?: () => Promise<void>) {
  const connectionLost = () =>
    Object.assign(new Error('terminating connection'), { code: '57P01' });
  const transaction = () => ({
    async execute<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
      const failure = failures.shift();
      if (failure === 'before') throw connectionLost();
      const result = await plane.db.transaction().execute(work);
      if (failure === undefined) return result;
      await meanwhile?.();
      throw connectionLost();
    },
  });
  return new Proxy(plane.db, {
    get(db, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(db, name, db);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
}

async function aLeasedJob(ofScan?: string) {
  const { organizationId } = tenant;
  const name = { id: newId(), organizationId };
  const scanId = ofScan ?? (await tenant.addScan());
  await insertJob(plane.db, { ...name, jobType: 'R3D', entityId: scanId, createdBy: null });
  const row = (await leaseJob(plane.db, name))!;
  return { ...row, fencingToken: row.fencingToken! };
}
type LeasedJob = Awaited<ReturnType<typeof aLeasedJob>>;

function run(
  job: LeasedJob,
  db: Kysely<Database>,
  work: (run: JobRun) => Promise<void> = publishes,
) {
  const lease = new JobLease(plane.db, job, silentLogger, () => undefined);
  const handler = { onScanCompleted: false, run: work };
  const registered = { extensionId: 'test', settings: {}, handler };
  return runJob({ db, store: plane.store, log: silentLogger }, job, registered, lease);
}

async function publishes(run: JobRun): Promise<void> {
  run.setBreastVolume(612.5);
  const file = {
    fileName: 'volume.nrrd',
    fileExtension: 'nrrd',
    fileCategory: 'VOLUME3D',
  } as const;
  await run.publish([{ ...file, header: { sizes: '1 1 1' }, bytes: Buffer.from(run.scan.id) }]);
}

/**
 * Reads the outcome of a completed job: readable files, audit rows, and volume size with version of
 * the scan.
 */
async function outcomeOf({ id, entityId }: LeasedJob) {
  const rows = await plane.db
    .selectFrom('scanFile')
    .selectAll()
    .where('scanId', '=', entityId)
    .execute();
  const read = [];
  for (const row of rows) {
    const { storagePath, checksum, byteLength, encoding } = row;
    const reference = { key: storagePath!, sha256: checksum!, byteLength: byteLength!, encoding };
    read.push((await plane.store.read({ ...reference, encryption: row.encryption })).ok);
  }
  const audit = await plane.db
    .selectFrom('audit')
    .select('subject')
    .where('act', '=', 'completeJob')
    .execute();
  const auditRows = audit.filter(({ subject }) => subject.jobId === id);
  const { breastVolumeSize, version } = await plane.db
    .selectFrom('scan')
    .select(['breastVolumeSize', 'version'])
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  return { files: read, audits: auditRows.length, volumes: [breastVolumeSize, version] };
}

const filesInStore = async (): Promise<number> => {
  const entries = await readdir(join(plane.folder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
};

describe('a database failure at the completion of a job', () => {
  it('delays the result but never fails the job', async () => {
    const job = await aLeasedJob();
    const ended = await run(job, failingDatabase(['before', 'before']));
    expect(ended?.status).toBe('COMPLETED');
    expect(await outcomeOf(job)).toEqual({ files: [true], audits: 1, volumes: [612.5, 2] });
  });

  it('stores the result once when the response to the commit is lost', async () => {
    const job = await aLeasedJob();
    const ended = await run(job, failingDatabase(['after', 'before']));
    expect(ended?.status).toBe('COMPLETED');
    expect(await outcomeOf(job)).toEqual({ files: [true], audits: 1, volumes: [612.5, 2] });
  });

  it('rejects the late result without leftovers when another worker has taken over', async () => {
    const job = await aLeasedJob();
    const before = await filesInStore();
    const takeOver = async (): Promise<void> => {
      await plane.db
        .updateTable('job')
        .set({ heartbeatAt: new Date(Date.now() - 60_000).toISOString() })
        .where('id', '=', job.id)
        .execute();
      const second = (await leaseJob(plane.db, job))!;
      await endJob(
        plane.db,
        { ...second, fencingToken: second.fencingToken! },
        { status: 'COMPLETED' },
      );
    };
    const db = failingDatabase(['before']);
    const late = run(job, db, async (jobRun) => {
      await publishes(jobRun);
      await takeOver();
    });
    expect(await late).toBeNull();
    expect(await outcomeOf(job)).toEqual({ files: [], audits: 0, volumes: [null, 1] });
    expect(await filesInStore()).toBe(before);
  });

  it('leaves the job to the next worker when it occurs during a read', async () => {
    const job = await aLeasedJob();
    const ended = await run(job, plane.db, async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    expect(ended).toBeNull();
    expect((await jobByKey(plane.db, job))?.status).toBe('IN_PROGRESS');
  });

  it('does not excuse a job that fails by itself', async () => {
    const job = await aLeasedJob();
    const ended = await run(job, plane.db, async () => {
      throw new Error('a simulated error');
    });
    expect(ended?.status).toBe('FAILED');
  });
});

describe('the missing result of a job', () => {
  const skin = async ({ organizationId, entityId: scanId }: LeasedJob): Promise<number> =>
    (await storedFiles(plane.db, { organizationId, scanId, fileCategory: 'BREAST_SKIN' }).execute())
      .length;
  const publishesSkin = (jobRun: JobRun): Promise<void> =>
    jobRun.publish([
      {
        fileName: 'skin.nrrd',
        fileExtension: 'nrrd',
        fileCategory: 'BREAST_SKIN',
        header: { sizes: '1 1' },
        bytes: Buffer.from('skin'),
      },
    ]);
  const publishesNoSkin = (jobRun: JobRun): Promise<void> => jobRun.publish([], ['BREAST_SKIN']);

  it('hides the file of an earlier run', async () => {
    const first = await aLeasedJob();
    await run(first, plane.db, publishesSkin);
    expect(await skin(first)).toBe(1);
    const again = await aLeasedJob(first.entityId);
    // An unpublished result does not change what is visible.
    const failing = async (jobRun: JobRun): Promise<void> => {
      await publishesNoSkin(jobRun);
      throw new Error('a simulated error');
    };
    expect((await run(again, plane.db, failing))?.status).toBe('FAILED');
    expect(await skin(first)).toBe(1);
    const last = await aLeasedJob(first.entityId);
    expect((await run(last, plane.db, publishesNoSkin))?.status).toBe('COMPLETED');
    expect(await skin(first)).toBe(0);
  });
});

describe('a reconstruction with another voxel grid', () => {
  const before = { sizes: [100, 50, 100], spacingMm: [1, 1, 1], originMm: [-49.5, 0.5, -49.5] };
  const after = { sizes: [50, 25, 60], spacingMm: [2, 2, 1.5], originMm: [-49, 1, -44.25] };
  const publishesVolume = (grid: typeof before) => (jobRun: JobRun) =>
    jobRun.publish([
      {
        fileName: 'volume.nrrd',
        fileExtension: 'nrrd',
        fileCategory: 'VOLUME3D',
        header: { ...grid, sizes: grid.sizes.join(' '), coverageRadiusMm: 50 },
        bytes: Buffer.from(JSON.stringify(grid)),
      },
    ]);
  const nippleOf = async ({ entityId }: LeasedJob) => {
    const scan = plane.db.selectFrom('scan').select('nippleLocation').where('id', '=', entityId);
    return (await scan.executeTakeFirstOrThrow()).nippleLocation;
  };

  it('moves the nipple in the transaction that publishes the volume, and leaves it unchanged when nothing is published', async () => {
    const first = await aLeasedJob();
    await run(first, plane.db, publishesVolume(before));
    const setAt = '2026-01-02T03:04:05.678Z';
    const set = { sag: 10, tra: -6, depth: 9, rad: 120, setBy: null, setAt, grid: before };
    await plane.db
      .updateTable('scan')
      .set({ nippleLocation: JSON.stringify(set) })
      .where('id', '=', first.entityId)
      .execute();
    const late = await aLeasedJob(first.entityId);
    const cancelled = async (jobRun: JobRun): Promise<void> => {
      await publishesVolume(after)(jobRun);
      await endJob(plane.db, late, { status: 'CANCELLED' });
    };
    expect(await run(late, plane.db, cancelled)).toBeNull();
    expect(await nippleOf(first)).toEqual(set);
    const again = await aLeasedJob(first.entityId);
    expect((await run(again, plane.db, publishesVolume(after)))?.status).toBe('COMPLETED');
    // Both grids are centred on the axis; their first layers lie 0.5 and 1 mm below the face.
    expect(await nippleOf(first)).toEqual({ ...set, sag: 5, tra: -4, depth: 4.25, grid: after });
  });
});

describe('a job that ignores cancellation', () => {
  it('ends as cancelled and publishes nothing', async () => {
    const job = await aLeasedJob();
    const running = run(job, plane.db, () => new Promise<void>(() => undefined));
    await requestCancel(plane.db, job);
    const ended = await running;
    expect(ended?.status).toBe('CANCELLED');
    expect(await outcomeOf(job)).toEqual({ files: [], audits: 0, volumes: [null, 1] });
  });
});
