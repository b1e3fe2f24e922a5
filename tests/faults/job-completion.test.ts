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
import { anAiRun, aProposal } from '../api/support/ai-finding.ts';
import { signFilesOfScan } from '../api/support/sign-file.ts';
import { type DataPlane, startDataPlane, type Tenant } from './support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());

/**
 * Wraps the database: the connection is lost before or after the commit of the next transactions, as
 * `failures` lists. All later transactions succeed.
 */
function failingDatabase(failures: ('before' | 'after')[]) {
  const connectionLost = () =>
    Object.assign(new Error('terminating connection'), { code: '57P01' });
  const transaction = () => ({
    async execute<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
      const failure = failures.shift();
      if (failure === 'before') throw connectionLost();
      const result = await plane.db.transaction().execute(work);
      if (failure === 'after') throw connectionLost();
      return result;
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

/** Inserts and leases a reconstruction job, for a new scan by default. */
async function leaseNewJob(ofScanId?: string) {
  const { organizationId } = tenant;
  const key = { id: newId(), organizationId };
  const scanId = ofScanId ?? (await tenant.addScan());
  await insertJob(plane.db, { ...key, jobType: 'R3D', entityId: scanId, createdBy: null });
  const row = (await leaseJob(plane.db, key))!;
  return { ...row, fencingToken: row.fencingToken! };
}
type LeasedJob = Awaited<ReturnType<typeof leaseNewJob>>;

function run(
  job: LeasedJob,
  db: Kysely<Database>,
  work: (run: JobRun) => Promise<void> = publishVolume,
) {
  const lease = new JobLease(plane.db, job, silentLogger, () => undefined);
  const handler = { onScanCompleted: false, run: work };
  const registered = { extensionId: 'test', settings: {}, handler };
  return runJob({ db, store: plane.store, log: silentLogger }, job, registered, lease);
}

async function publishVolume(run: JobRun): Promise<void> {
  run.setBreastVolume(612.5);
  const file = {
    fileName: 'volume.nrrd',
    fileExtension: 'nrrd',
    fileCategory: 'VOLUME3D',
  } as const;
  await run.publish([{ ...file, header: { sizes: '1 1 1' }, bytes: Buffer.from(run.scan.id) }]);
}

/** Reads what a job has changed: files and whether they are readable, audit rows, and the scan. */
async function outcomeOf({ id, entityId }: LeasedJob) {
  const rows = await plane.db
    .selectFrom('scanFile')
    .selectAll()
    .where('scanId', '=', entityId)
    .execute();
  const readable: boolean[] = [];
  for (const row of rows) {
    const { storagePath, checksum, byteLength, encoding } = row;
    const reference = { key: storagePath!, sha256: checksum!, byteLength: byteLength!, encoding };
    readable.push((await plane.store.read({ ...reference, encryption: row.encryption })).ok);
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
  return {
    files: readable,
    audits: auditRows.length,
    volumeSizeAndVersion: [breastVolumeSize, version],
  };
}

const countFilesInStore = async (): Promise<number> => {
  const entries = await readdir(join(plane.folder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
};

describe('a database failure during a job', () => {
  it('delays the result but never fails the job', async () => {
    const job = await leaseNewJob();
    const ended = await run(job, failingDatabase(['before', 'before']));
    expect(ended?.status).toBe('COMPLETED');
    expect(await outcomeOf(job)).toEqual({
      files: [true],
      audits: 1,
      volumeSizeAndVersion: [612.5, 2],
    });
  });

  it('stores the result once when the response to the commit is lost', async () => {
    const job = await leaseNewJob();
    const ended = await run(job, failingDatabase(['after', 'before']));
    expect(ended?.status).toBe('COMPLETED');
    expect(await outcomeOf(job)).toEqual({
      files: [true],
      audits: 1,
      volumeSizeAndVersion: [612.5, 2],
    });
  });

  it('rejects the late result without leftovers when another worker has taken over', async () => {
    const job = await leaseNewJob();
    const before = await countFilesInStore();
    const takeOver = async (): Promise<void> => {
      await plane.db
        .updateTable('job')
        .set({ heartbeatAt: new Date(Date.now() - 60_000).toISOString() })
        .where('id', '=', job.id)
        .execute();
      const secondLease = (await leaseJob(plane.db, job))!;
      const fencingToken = secondLease.fencingToken!;
      await endJob(plane.db, { ...secondLease, fencingToken }, { status: 'COMPLETED' });
    };
    const db = failingDatabase(['before']);
    const lateResult = run(job, db, async (jobRun) => {
      await publishVolume(jobRun);
      await takeOver();
    });
    expect(await lateResult).toBeNull();
    expect(await outcomeOf(job)).toEqual({ files: [], audits: 0, volumeSizeAndVersion: [null, 1] });
    expect(await countFilesInStore()).toBe(before);
  });

  it('leaves the job to the next worker when the connection is refused during the job', async () => {
    const job = await leaseNewJob();
    const ended = await run(job, plane.db, async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    expect(ended).toBeNull();
    expect((await jobByKey(plane.db, job))?.status).toBe('IN_PROGRESS');
  });

  it('is distinguished from an error of the job itself, which fails the job', async () => {
    const job = await leaseNewJob();
    const ended = await run(job, plane.db, async () => {
      throw new Error('a simulated error');
    });
    expect(ended?.status).toBe('FAILED');
  });
});

describe('a reconstruction during which a report was signed', () => {
  it('fails with the next step, and neither replaces a signed file nor leaves bytes behind', async () => {
    const first = await leaseNewJob();
    await run(first, plane.db);
    const again = await leaseNewJob(first.entityId);
    const before = await outcomeOf(first);
    const filesBefore = await countFilesInStore();
    const signsMeanwhile = async (jobRun: JobRun): Promise<void> => {
      await publishVolume(jobRun);
      await signFilesOfScan(plane.db, first.entityId);
    };
    const ended = await run(again, plane.db, signsMeanwhile);
    expect(ended).toMatchObject({ status: 'FAILED', problem: { code: 'FILES_SIGNED' } });
    expect(await outcomeOf(first)).toEqual(before);
    expect(await countFilesInStore()).toBe(filesBefore);
  });
});

describe('findings that a job proposes', () => {
  const { id: _id, findings: _findings, ...aRun } = anAiRun();
  const propose = (jobRun: JobRun, ...changes: object[]): void =>
    jobRun.propose(
      aRun,
      changes.map((change) => ({ ...aProposal(), ...change })),
    );
  const proposeTwo = async (jobRun: JobRun): Promise<void> => propose(jobRun, {}, { score: 0.5 });
  const storedIn = async ({ entityId }: LeasedJob) => {
    const runs = await plane.db
      .selectFrom('aiRun')
      .selectAll()
      .where('scanId', '=', entityId)
      .execute();
    const findings = await plane.db
      .selectFrom('finding')
      .select(['generator', 'aiScore', 'aiRunId', 'label'])
      .where('scanId', '=', entityId)
      .orderBy('label')
      .execute();
    return { runs, findings };
  };

  it('are stored with their run once, although the response to the commit is lost', async () => {
    const job = await leaseNewJob();
    const ended = await run(job, failingDatabase(['before', 'after', 'before']), proposeTwo);
    expect(ended?.status).toBe('COMPLETED');
    const { runs, findings } = await storedIn(job);
    expect(runs).toMatchObject([{ ...aRun, jobId: job.id, findingCount: 2 }]);
    const aiRunId = runs[0]?.id;
    expect(findings).toEqual([
      { generator: 'AIAD', aiScore: 0.75, aiRunId, label: 1 },
      { generator: 'AIAD', aiScore: 0.5, aiRunId, label: 2 },
    ]);
  });

  it('are not stored after the job was cancelled or taken over', async () => {
    const job = await leaseNewJob();
    const proposeAndCancel = async (jobRun: JobRun): Promise<void> => {
      propose(jobRun, {});
      await endJob(plane.db, job, { status: 'CANCELLED' });
    };
    expect(await run(job, plane.db, proposeAndCancel)).toBeNull();
    expect(await storedIn(job)).toEqual({ runs: [], findings: [] });
  });

  it('fail the job by the name of the field, and none is stored, when one is invalid', async () => {
    for (const invalid of [{ score: 2 }, { marks: {} }, { massLengthUm: 900_000 }]) {
      const job = await leaseNewJob();
      const ended = await run(job, plane.db, async (jobRun) => propose(jobRun, {}, invalid));
      expect(ended).toMatchObject({ status: 'FAILED', problem: { code: 'PROPOSAL_INVALID' } });
      const [field] = Object.keys(invalid);
      expect(ended?.problem?.detail).toContain(`findings.1.${field}`);
      expect(await storedIn(job)).toEqual({ runs: [], findings: [] });
    }
  });
});

describe('a job that finds no skin', () => {
  const countSkinFiles = async ({ organizationId, entityId: scanId }: LeasedJob): Promise<number> =>
    (await storedFiles(plane.db, { organizationId, scanId, fileCategory: 'BREAST_SKIN' }).execute())
      .length;
  const publishSkin = (jobRun: JobRun): Promise<void> =>
    jobRun.publish([
      {
        fileName: 'skin.nrrd',
        fileExtension: 'nrrd',
        fileCategory: 'BREAST_SKIN',
        header: { sizes: '1 1' },
        bytes: Buffer.from('skin'),
      },
    ]);
  const publishNoSkin = (jobRun: JobRun): Promise<void> => jobRun.publish([], ['BREAST_SKIN']);

  it('hides the skin of an earlier job', async () => {
    const first = await leaseNewJob();
    await run(first, plane.db, publishSkin);
    expect(await countSkinFiles(first)).toBe(1);
    const again = await leaseNewJob(first.entityId);
    // The result of a failed job does not change what is visible.
    const failing = async (jobRun: JobRun): Promise<void> => {
      await publishNoSkin(jobRun);
      throw new Error('a simulated error');
    };
    expect((await run(again, plane.db, failing))?.status).toBe('FAILED');
    expect(await countSkinFiles(first)).toBe(1);
    const last = await leaseNewJob(first.entityId);
    expect((await run(last, plane.db, publishNoSkin))?.status).toBe('COMPLETED');
    expect(await countSkinFiles(first)).toBe(0);
  });
});

describe('a reconstruction with another voxel grid', () => {
  const oldGrid = { sizes: [100, 50, 100], spacingMm: [1, 1, 1], originMm: [-49.5, 0.5, -49.5] };
  const newGrid = { sizes: [50, 25, 60], spacingMm: [2, 2, 1.5], originMm: [-49, 1, -44.25] };
  const publishGrid = (grid: typeof oldGrid) => (jobRun: JobRun) =>
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

  it('converts the nipple when the volume is published, and leaves the nipple unchanged otherwise', async () => {
    const first = await leaseNewJob();
    await run(first, plane.db, publishGrid(oldGrid));
    const setAt = '2026-01-02T03:04:05.678Z';
    const nipple = { sag: 10, tra: -6, depth: 9, rad: 120, setBy: null, setAt, grid: oldGrid };
    await plane.db
      .updateTable('scan')
      .set({ nippleLocation: JSON.stringify(nipple) })
      .where('id', '=', first.entityId)
      .execute();
    const cancelledJob = await leaseNewJob(first.entityId);
    const publishAndCancel = async (jobRun: JobRun): Promise<void> => {
      await publishGrid(newGrid)(jobRun);
      await endJob(plane.db, cancelledJob, { status: 'CANCELLED' });
    };
    expect(await run(cancelledJob, plane.db, publishAndCancel)).toBeNull();
    expect(await nippleOf(first)).toEqual(nipple);
    const again = await leaseNewJob(first.entityId);
    expect((await run(again, plane.db, publishGrid(newGrid)))?.status).toBe('COMPLETED');
    // Both grids are centred on the axis; their first layers lie 0.5 and 1 mm below the face.
    expect(await nippleOf(first)).toEqual({
      ...nipple,
      sag: 5,
      tra: -4,
      depth: 4.25,
      grid: newGrid,
    });
  });
});

describe('a job that ignores cancellation', () => {
  it('ends as cancelled and publishes nothing', async () => {
    const job = await leaseNewJob();
    const running = run(job, plane.db, () => new Promise<void>(() => undefined));
    await requestCancel(plane.db, job);
    const ended = await running;
    expect(ended?.status).toBe('CANCELLED');
    expect(await outcomeOf(job)).toEqual({ files: [], audits: 0, volumeSizeAndVersion: [null, 1] });
  });
});
