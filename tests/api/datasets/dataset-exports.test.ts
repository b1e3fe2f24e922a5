import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatasetExport, ErrorResponse, NewDatasetExport } from '#contracts';
import { newId, unwrap } from '#foundation';
import { readNifti, readNrrd } from '#volume';
import { expireDatasets } from '../../../platform/server/datasets/index.ts';
import { anAiRun, aProposal } from '../support/ai-finding.ts';
import {
  addDatasetScan,
  downloadDataset,
  endedExport,
  IDENTITY,
  MARKED_VOLUME,
} from '../support/dataset.ts';
import { readTar } from '../support/read-tar.ts';
import { aFinding } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

interface Place {
  voxel: [number, number, number];
  mm: [number, number, number];
}
interface IndexEntry {
  scan: string;
  patient: string;
  part: string;
  side: string;
  dayOffset: number;
  volume: { file: string; affineLps: number[][] };
  nipple: Place | null;
  findings: {
    finding: string;
    generator: string;
    reader: string | null;
    ai: { provider: string; score: number; decision: { kind: string } } | null;
    location: Place;
    marks: { type: string; plane: string; pointsVoxel: number[][]; pointsMm: number[][] }[];
    mask: { file: string; sizes: number[] } | null;
  }[];
  relations: { type: string; ai: string; reader: string }[];
}
interface Index {
  schema: number;
  leftOut: string[];
  scans: IndexEntry[];
}

let calls: TenantCalls;
let studyIds: string[] = [];
const findingIds: string[] = [];

beforeAll(async () => {
  calls = await startTenantCalls();
  const scans = [await addDatasetScan(calls), await addDatasetScan(calls)];
  studyIds = scans.map(({ study }) => study.id);
  for (const { scan } of scans) {
    const grid = null;
    const position = { sag: 2, tra: 0, depth: 3, rad: 0, grid, thumbnailBase64: null };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scan.id}/nipple`, { body: position });
    const body = { ...aFinding(scan.id), note: `Seen by ${IDENTITY}` };
    const { id } = await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/findings', { body });
    findingIds.push(id);
    const proposal = aProposal({}, 'AI');
    const mask = {
      findingId: proposal.id,
      sizes: [3, 2, 2],
      spacingMm: [1, 1, 1],
      originMm: [0, 10, 0],
      bitsBase64: Buffer.from([0b0000_0001, 0b0000_1000]).toString('base64'),
    };
    const run = anAiRun({ task: 'SEGMENTATION', generator: 'AI', findings: [proposal] });
    const posted = { ...run, messages: [IDENTITY], masks: [mask] };
    await calls.must('PHYSICIAN', 'POST', `/scans/${scan.id}/aiRuns`, { body: posted });
    await calls.must('PHYSICIAN', 'POST', `/findings/${proposal.id}/actions/decideAi`, {
      body: { decision: 'ACCEPTED' },
    });
    findingIds.push(proposal.id);
  }
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const post = (body: NewDatasetExport) =>
  calls.as<DatasetExport & ErrorResponse>('ADMIN', 'POST', '/datasets/exports', { body });

/** Exports both patients and returns the files of the archive. */
async function exported(changes: Partial<NewDatasetExport> = {}) {
  const created = await post({ filter: { studyIds }, format: 'nrrd', ...changes });
  expect(created).toMatchObject({ status: 200, body: { status: 'NOT_STARTED', total: 2 } });
  const ended = await endedExport(calls, created.body.id);
  const archive = await downloadDataset(calls, ended.id);
  const files = readTar(archive);
  const index: Index = JSON.parse(files.get('dataset.json')?.toString() ?? '');
  return { ended, archive, files, index };
}

describe('the export of a dataset', () => {
  it('has each scan with volume, marks in voxels and millimetres, nipple, mask and relations', async () => {
    const { ended, files, index } = await exported();
    expect(ended).toMatchObject({ status: 'COMPLETED', done: 2, total: 2, leftOut: 0 });
    expect(index).toMatchObject({ schema: 1, space: 'LPS', leftOut: [] });
    expect(index.scans).toHaveLength(2);
    for (const entry of index.scans) {
      const volume = unwrap(await readNrrd(files.get(entry.volume.file) ?? new Uint8Array()));
      expect(volume.sizes).toEqual([...MARKED_VOLUME.geometry.sizes]);
      expect(entry).toMatchObject({ side: 'R', dayOffset: 0, volume: { dynamicRangeDb: null } });
      expect(entry.nipple).toEqual({ voxel: [102, 3, 100], mm: [1, 1.75, 0] });
      const generators = entry.findings.map(({ generator }) => generator);
      expect(generators).toEqual(['USER', 'AI', 'USER']);
      for (const { location, marks } of entry.findings) {
        const [x, y, z] = location.voxel;
        expect(volume.data[x + 201 * (Math.floor(y) + 90 * z)]).toBe(200);
        expect(location.mm).toEqual([0, 25, 50]);
        expect(marks).toMatchObject([
          {
            type: 'LENGTH',
            plane: 'TRA',
            pointsVoxel: [
              [80, 49.5, 200],
              [120, 49.5, 200],
            ],
          },
        ]);
      }
      const [, ai, copy] = entry.findings;
      expect(ai?.ai).toMatchObject({ score: 0.75, decision: { kind: 'ACCEPTED' } });
      expect(ai?.reader).toBeNull();
      expect(copy?.reader).toMatch(/^R-[0-9a-f]{20}$/);
      expect(entry.relations).toEqual([
        { type: 'USER_TO_ML', ai: ai?.finding, reader: copy?.finding },
      ]);
      const mask = unwrap(await readNrrd(files.get(ai?.mask?.file ?? '') ?? new Uint8Array()));
      expect(mask).toMatchObject({ sizes: [3, 2, 2], spaceOrigin: [0, 10, 0], keyValues: {} });
      expect([...mask.data]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
  });

  it('contains no name, number, date, note, file name or id of the installation', async () => {
    const { archive, files } = await exported();
    const unpacked = [...files.values()].flatMap((bytes) => {
      const start = bytes.indexOf('\n\n') + 2;
      return bytes.subarray(0, 4).toString() === 'NRRD' ? [gunzipSync(bytes.subarray(start))] : [];
    });
    const { organizationId } = calls.tenants.ownOrg;
    const accountId = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    const secrets = [IDENTITY, '2026-03', organizationId, accountId, ...studyIds, ...findingIds];
    const all = [archive, ...unpacked];
    const leaks = secrets.filter((secret) => all.some((bytes) => bytes.includes(secret)));
    expect(leaks).toEqual([]);
  });

  it('lists the SHA-256 of every file', async () => {
    const { ended, archive, files } = await exported();
    const sums = files.get('SHA256SUMS')?.toString().trimEnd().split('\n') ?? [];
    const expected = [...files]
      .filter(([name]) => name !== 'SHA256SUMS')
      .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}`);
    expect(sums).toEqual(expected);
    expect(sums).toHaveLength(5);
    expect(ended.sha256).toBe(createHash('sha256').update(archive).digest('hex'));
    expect(ended.byteLength).toBe(archive.length);
  });

  it('writes volumes and masks as NIfTI on request', async () => {
    const { files, index } = await exported({ format: 'nifti' });
    const [entry] = index.scans;
    expect(entry?.volume.file).toMatch(/^volumes\/S-[0-9a-f]{20}\.nii\.gz$/);
    const volume = await readNifti(files.get(entry?.volume.file ?? '') ?? new Uint8Array());
    expect(volume).toMatchObject({ ok: true, value: { originMm: [-50, 0.25, -50] } });
  });

  it('keeps pseudonyms and the parts of a seed, with all scans of a patient in one part', async () => {
    const split = { train: 0.5, validation: 0, test: 0.5 };
    const first = await exported({ split, seed: 5 });
    const second = await exported({ split, seed: 5 });
    const placesOf = ({ index }: { index: Index }) =>
      index.scans.map(({ scan, patient, part }) => `${scan} ${patient} ${part}`);
    expect(placesOf(second)).toEqual(placesOf(first));
    const all = await exported({ split: { train: 0, validation: 0, test: 1 } });
    expect(all.index.scans.map(({ part }) => part)).toEqual(['test', 'test']);
  });

  it('leaves out a scan whose volume is damaged, by its pseudonym', async () => {
    const damaged = await addDatasetScan(calls, Buffer.from('NRRD0004 and nothing else\n'));
    const filter = { studyIds: [...studyIds, damaged.study.id] };
    const created = await post({ filter, format: 'nrrd' });
    const ended = await endedExport(calls, created.body.id);
    expect(ended).toMatchObject({ status: 'COMPLETED', done: 3, total: 3, leftOut: 1 });
    const alone = await post({ filter: { studyIds: [damaged.study.id] }, format: 'nrrd' });
    expect(await endedExport(calls, alone.body.id)).toMatchObject({
      status: 'FAILED',
      problem: { code: 'DATASET_NO_VOLUMES' },
    });
  });

  it('takes only scans that match the filter', async () => {
    const filters = [{ sides: ['L' as const] }, { onlySigned: true }, { from: '2026-03-05' }];
    for (const filter of filters) {
      const answer = await post({ filter: { studyIds, ...filter }, format: 'nrrd' });
      expect(answer, JSON.stringify(filter)).toMatchObject({
        status: 409,
        body: { code: 'DATASET_EMPTY' },
      });
    }
    const matching = { sides: ['R' as const], from: '2026-03-04', to: '2026-03-04' };
    const filter = { studyIds, hasFindings: true, ...matching };
    expect(await post({ filter, format: 'nrrd' })).toMatchObject({ body: { total: 2 } });
    const unknown = await post({ filter: { studyIds: [newId()] }, format: 'nrrd' });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'STUDY_NOT_FOUND' } });
  });

  it('is refused with parts that do not add up, reversed days and readers', async () => {
    const split = { train: 0.5, validation: 0.1, test: 0.1 };
    expect(await post({ format: 'nrrd', split })).toMatchObject({ status: 400 });
    const filter = { from: '2026-02-02', to: '2026-02-01' };
    expect(await post({ format: 'nrrd', filter })).toMatchObject({ status: 400 });
    for (const reader of ['PHYSICIAN', 'OPERATOR', 'VIEWER', 'BLIND_ANNOTATOR'] as const) {
      const options = { body: { format: 'nrrd' } };
      expect((await calls.as(reader, 'POST', '/datasets/exports', options)).status).toBe(403);
    }
  });

  it('writes an audit row for the export, each scan and each download', async () => {
    const { ended } = await exported();
    const rows = await calls.tenants.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('organizationId', '=', calls.tenants.ownOrg.organizationId)
      .orderBy('seq', 'desc')
      .limit(12)
      .execute();
    const actsOf = (key: string) =>
      rows.filter(({ subject }) => subject[key] === ended.id).map(({ act }) => act);
    expect(actsOf('exportId')).toEqual(['exportScanToDataset', 'exportScanToDataset']);
    expect(actsOf('id')).toEqual(
      expect.arrayContaining(['createDatasetExport', 'createDatasetDownload', 'downloadDataset']),
    );
  });

  it('rejects the download after the archive has expired', async () => {
    const { ended } = await exported();
    const { db } = calls.tenants;
    const row = db.updateTable('datasetExport').where('id', '=', ended.id);
    await row.set({ endedAt: '2020-01-01T00:00:00Z' }).execute();
    await expireDatasets(db);
    const path = `/datasets/exports/${ended.id}`;
    expect(await calls.must('ADMIN', 'GET', path)).toMatchObject({ byteLength: null });
    expect(await calls.as('ADMIN', 'POST', `${path}/actions/createDownload`)).toMatchObject({
      status: 409,
      body: { code: 'DATASET_NOT_READY' },
    });
  });
});

describe('a queued or running export', () => {
  /** Adds an export that no process has claimed for long, or that waits. */
  async function addExport(values: object): Promise<string> {
    const { organizationId } = calls.tenants.ownOrg;
    const id = newId();
    const split = JSON.stringify({ train: 1, validation: 0, test: 0 });
    const filter = JSON.stringify({ studyIds, onlySigned: false, hasFindings: false });
    await calls.tenants.db
      .insertInto('datasetExport')
      .values({
        ...{ organizationId, id, filter, split, format: 'nrrd', seed: 1, total: 2 },
        ...{ problem: null, createdBy: null },
        ...values,
      })
      .execute();
    return id;
  }
  const LONG_AGO = '2026-01-01T00:00:00.000Z';

  it('is started again after its process has ended', async () => {
    const killed = { status: 'IN_PROGRESS', attempt: 1, heartbeatAt: LONG_AGO };
    expect(await endedExport(calls, await addExport(killed))).toMatchObject({
      status: 'COMPLETED',
      done: 2,
    });
  });

  it('fails by name after the third process has ended', async () => {
    const killed = { status: 'IN_PROGRESS', attempt: 3, heartbeatAt: LONG_AGO };
    expect(await endedExport(calls, await addExport(killed))).toMatchObject({
      status: 'FAILED',
      problem: { code: 'DATASET_PROCESS_DIED' },
    });
  });

  it('ends as CANCELLED without an archive', async () => {
    const heartbeatAt = new Date(Date.now() + 60_000).toISOString();
    const running = await addExport({ status: 'IN_PROGRESS', attempt: 1, heartbeatAt });
    const path = `/datasets/exports/${running}/actions/cancel`;
    expect(await calls.must('ADMIN', 'POST', path)).toMatchObject({ status: 'IN_PROGRESS' });
    const row = calls.tenants.db.updateTable('datasetExport').where('id', '=', running);
    await row.set({ heartbeatAt: LONG_AGO }).execute();
    expect(await endedExport(calls, running)).toMatchObject({
      status: 'CANCELLED',
      byteLength: null,
    });
    const created = (await post({ filter: { studyIds }, format: 'nrrd' })).body;
    const cancel = `/datasets/exports/${created.id}/actions/cancel`;
    await calls.must('ADMIN', 'POST', cancel);
    expect(['CANCELLED', 'COMPLETED']).toContain((await endedExport(calls, created.id)).status);
  });
});
