import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, FieldError, Scan, ScanFile, ScanVolume } from '#contracts';
import { dayOf, newId, timeOf, unwrap } from '#foundation';
import { aVolume, ball } from '#testing';
import {
  clipFile,
  clipLuma,
  HAS_SAMPLES,
  paletteFile,
  paletteLuma,
  phantomFile,
  phantomVoxel,
  readSample,
  sampleTitle,
} from '#testing/files';
import { readNrrd, volumeFromNrrd, volumeToNrrd, writeNrrd } from '#volume';
import { type Disk, FileSystemStore, systemDisk } from '../../../platform/server/store/index.ts';
import { call, headersOf, sendForm } from '../../faults/support/calls.ts';
import {
  type DataPlane,
  sha256,
  startDataPlane,
  type Tenant,
} from '../../faults/support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
let token = '';
/** 147 × 106 × 104 voxels at 0.5 mm, zlib-compressed; the levels rise by a different amount along each axis. */
const mha = phantomFile();
/** 30 JPEG frames of 320 × 240 pixels whose calibrated region is larger than the image. */
const multiFrame = Buffer.from(clipFile());
beforeAll(async () => {
  plane = await startDataPlane();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await plane.addTenant();
  token = tenant.tokenOf('OPERATOR');
});

function send<T = Scan & ErrorResponse>(
  bytes: Uint8Array,
  overrides: Record<string, string> = {},
  options: { url?: string; field?: string; callerToken?: string } = {},
) {
  const target = 'patientId' in overrides ? {} : { studyId: tenant.studyId };
  const query = new URLSearchParams({ ...target, laterality: 'R', ...overrides });
  const { url = plane.url, callerToken = token, ...form } = options;
  return sendForm<T>(
    url,
    callerToken,
    'POST',
    `/scans/actions/importFromFiles?${query}`,
    bytes,
    form,
  );
}

/** Counts everything that an import could leave: rows of the tenant and files in the store. */
async function countStored() {
  const rows = (table: 'study' | 'scan' | 'scanFile') =>
    plane.db
      .selectFrom(table)
      .select('id')
      .where('organizationId', '=', tenant.organizationId)
      .execute();
  const files = await readdir(join(plane.folder, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return {
    studies: (await rows('study')).length,
    scans: (await rows('scan')).length,
    rows: (await rows('scanFile')).length,
    files: files.filter((entry) => entry.isFile()).length,
  };
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const response = await fetch(`${plane.url}${url}`, { headers: headersOf(token) });
  expect(response.status).toBe(200);
  return response.bytes();
}

describe('the day of an imported examination', () => {
  const daysFromNow = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('is the day of the scan, also in a new study', async () => {
    const { status, body } = await send(mha, {
      patientId: tenant.patientId,
      examinedOn: '2025-11-03',
      examinedTime: '09:41',
    });
    expect(status).toBe(200);
    expect(dayOf(body.acquisitionTime ?? '')).toBe('2025-11-03');
    expect(timeOf(body.acquisitionTime ?? '')).toBe('09:41');
  });

  it('is rejected by name before 1900, before the birth and after today', async () => {
    const birthDate = '1974-03-21';
    await plane.db
      .updateTable('patient')
      .set({ birthDate })
      .where('id', '=', tenant.patientId)
      .execute();
    const before = await countStored();
    for (const [fields, field, code] of [
      [{ examinedOn: '1899-12-31' }, 'examinedOn', 'YEAR_BEFORE_1900'],
      [{ examinedOn: '2025-02-30' }, 'examinedOn', 'DATE_FORMAT'],
      [{ examinedOn: '1974-03-20' }, 'examinedOn', 'DAY_BEFORE_BIRTH'],
      [{ examinedOn: daysFromNow(3) }, 'examinedOn', 'DAY_IN_FUTURE'],
      [{ examinedOn: '2025-02-01', examinedTime: '24:00' }, 'examinedTime', 'TIME_FORMAT'],
      [{ examinedTime: '10:00' }, 'examinedOn', 'TIME_WITHOUT_DAY'],
      [{ examinedAt: '2025-02-01' }, 'examinedAt', 'unrecognized_keys'],
    ] as const) {
      const { status, body } = await send<{ errors: FieldError[] }>(mha, fields);
      expect(status).toBe(400);
      expect(body.errors.map((error) => [error.field, error.code])).toEqual([[field, code]]);
    }
    expect(await countStored()).toEqual(before);
    expect((await send(mha, { examinedOn: birthDate })).status).toBe(200);
  });
});

describe('importing a volume', () => {
  it('creates a completed scan with volume and pyramid at the true spacing', async () => {
    const { status, body: scan } = await send(mha);
    expect(status).toBe(200);
    expect(scan).toMatchObject({
      origin: 'IMPORTED',
      scanState: 'C',
      orientationConfirmed: false,
      laterality: { id: 'R' },
      label: 'R',
      acquisitionTime: null,
    });
    const { body: volume } = await call<ScanVolume>(
      plane.url,
      token,
      'GET',
      `/scans/${scan.id}/volume`,
    );
    expect(volume.file.header).toMatchObject({ sizes: '147 106 104', spacingMm: [0.5, 0.5, 0.5] });
    expect(volume.file.header?.source).toMatchObject({ NDims: '3', assumedDepthAxis: '+j' });
    expect(volume.levels.map(({ file }) => file.header?.sizes)).toEqual([
      '147 106 104',
      '74 53 52',
      '37 27 26',
    ]);
    const read = unwrap(
      volumeFromNrrd(unwrap(await readNrrd(await bytesOf(volume.levels[0]!.url)))),
    );
    expect(read.voxels.length).toBe(147 * 106 * 104);
    const differing = read.voxels.filter((value, idx) => {
      const i = idx % 147;
      const j = Math.floor(idx / 147) % 106;
      const k = Math.floor(idx / (147 * 106));
      return value !== phantomVoxel(i, j, k);
    });
    expect(differing.length).toBe(0);
    // The orientation only moves voxels, so the sum equals that of the file.
    const axes = { depthAxis: '-k', headAxis: '+i', overridesHeader: 'true' };
    const turned = await send(mha, { ...axes, laterality: 'L' });
    const { body: turnedVolume } = await call<ScanVolume>(
      plane.url,
      token,
      'GET',
      `/scans/${turned.body.id}/volume`,
    );
    expect(turnedVolume.file.header?.sizes).toBe('106 104 147');
    const turnedRead = unwrap(
      volumeFromNrrd(unwrap(await readNrrd(await bytesOf(turnedVolume.levels[0]!.url)))),
    );
    const sum = (voxels: Uint8Array) => voxels.reduce((total, value) => total + value, 0);
    expect(sum(turnedRead.voxels)).toBe(sum(read.voxels));
    expect(sum(read.voxels)).toBeGreaterThan(0);
  });

  it('reads an NRRD volume written by the product voxel for voxel', async () => {
    const volume = aVolume({
      sizes: [20, 16, 18],
      spacingMm: [0.5, 0.4, 0.3],
      paint: ball([0, 3, 0], 2),
    });
    const { status, body } = await send(writeNrrd(volumeToNrrd(volume, {})));
    expect(status).toBe(200);
    const response = await call<ScanVolume>(plane.url, token, 'GET', `/scans/${body.id}/volume`);
    const read = unwrap(
      volumeFromNrrd(unwrap(await readNrrd(await bytesOf(response.body.levels[0]!.url)))),
    );
    expect(sha256(read.voxels)).toBe(sha256(volume.voxels));
    expect(read.geometry.spacingMm).toEqual([0.5, 0.4, 0.3]);
    expect(read.geometry.originMm).toEqual(volume.geometry.originMm);
  });

  it('creates a new study with the scan if only the patient is given', async () => {
    const storedBefore = await countStored();
    const { status, body: scan } = await send(mha, { patientId: tenant.patientId });
    expect(status).toBe(200);
    expect(scan.studyId).not.toBe(tenant.studyId);
    expect(scan).toMatchObject({ patientId: tenant.patientId, label: 'R' });
    const storedAfter = await countStored();
    expect(storedAfter.studies).toBe(storedBefore.studies + 1);
    expect(storedAfter.scans).toBe(storedBefore.scans + 1);
    const audit = await plane.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('organizationId', '=', tenant.organizationId)
      .execute();
    expect(audit.map(({ act, subject }) => [act, subject])).toContainEqual([
      'importFromFiles',
      { studyId: scan.studyId, patientId: tenant.patientId, scanId: scan.id },
    ]);
  });

  it('numbers the scans of a side', async () => {
    const labels = [];
    for (const laterality of ['R', 'R', 'L'])
      labels.push((await send(mha, { laterality })).body.label);
    expect(labels).toEqual(['R', 'R2', 'L']);
  });
});

describe('importing a DICOM recording', () => {
  it('creates a scan with frames in playback order, page by page', async () => {
    const { status, body: scan } = await send(multiFrame);
    expect(status).toBe(200);
    const { body } = await call<{ items: ScanFile[]; total: number }>(
      plane.url,
      token,
      'GET',
      `/scans/${scan.id}/scanfiles?fileCategory=SCAN_IMAGE`,
    );
    expect(body.total).toBe(30);
    expect(body.items.map((file) => file.header?.frameIdx)).toEqual(
      Array.from({ length: 30 }, (_, idx) => idx),
    );
    const pages: ScanFile[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await call<{ items: ScanFile[]; nextCursor: string | null }>(
        plane.url,
        token,
        'GET',
        `/scans/${scan.id}/scanfiles?fileCategory=SCAN_IMAGE&limit=7${after}`,
      );
      pages.push(...page.body.items);
      cursor = page.body.nextCursor;
    }
    expect(pages.map(({ id }) => id)).toEqual(body.items.map(({ id }) => id));
    expect(body.items[0]?.header).toMatchObject({ sizes: '320 240' });
    for (const [idx, file] of body.items.entries()) {
      const frame = unwrap(await readNrrd(await bytesOf(`/scanfiles/${file.id}/download`)));
      expect(frame.sizes).toEqual([320, 240]);
      const expected = clipLuma(idx);
      // The JPEG decoder rounds red, green and blue.
      const differing = (frame.data as Uint8Array).filter(
        (level, pixelIdx) => Math.abs(level - expected[pixelIdx]!) > 1,
      );
      expect(differing.length, `frame ${idx}`).toBe(0);
    }
    // No spacing is returned, because the scale of this file is ambiguous.
    expect(body.items[0]?.header?.spacingMm).toBeUndefined();
  });

  it('accepts single images, with spacing if the file states it', async () => {
    // 640 × 480 indices into a palette, 0.382653 mm a pixel.
    const { status, body: scan } = await send(paletteFile());
    expect(status).toBe(200);
    const { body } = await call<{ items: ScanFile[] }>(
      plane.url,
      token,
      'GET',
      `/scans/${scan.id}/scanfiles`,
    );
    expect(body.items).toHaveLength(1);
    expect(body.items[0]?.header?.spacingMm?.[0]).toBeCloseTo(0.382653, 6);
    const bytes = await bytesOf(`/scanfiles/${body.items[0]?.id}/download`);
    const frame = unwrap(await readNrrd(bytes));
    expect(frame.sizes).toEqual([640, 480]);
    expect(sha256(frame.data as Uint8Array)).toBe(sha256(paletteLuma()));
  });
});

describe.skipIf(!HAS_SAMPLES)(sampleTitle('importing samples of other programs'), () => {
  it.each([
    ['phantom-volume-plus.mha', 'VOLUME3D', '147 106 104', [0.5, 0.5, 0.5]],
    ['us-multi-frame-ybr.dcm', 'SCAN_IMAGE', '320 240', undefined],
    ['us-single-frame-rgb.dcm', 'SCAN_IMAGE', '640 480', undefined],
    ['us-single-frame-palette16.dcm', 'SCAN_IMAGE', '640 480', [0.383, 0.383]],
  ])('creates a scan from %s', async (name, category, sizes, spacingMm) => {
    const { status, body: scan } = await send(readSample(name));
    expect([status, scan.scanState]).toEqual([200, 'C']);
    const { body } = await call<{ items: ScanFile[] }>(
      plane.url,
      token,
      'GET',
      `/scans/${scan.id}/scanfiles?fileCategory=${category}`,
    );
    // The coarser levels of a volume are stored in separate files.
    const header = body.items.find((file) => file.header?.sizes === sizes)?.header;
    expect(header).toBeDefined();
    expect(header?.spacingMm?.map((mm) => Math.round(mm * 1000) / 1000)).toEqual(spacingMm);
  });
});

describe('a file that cannot be imported', () => {
  const cases: [string, () => Uint8Array, 'UnreadableFile' | 'UnsupportedFile'][] = [
    ['an empty file', () => Buffer.alloc(0), 'UnsupportedFile'],
    ['a text', () => Buffer.from('Dear colleague, '.repeat(100)), 'UnsupportedFile'],
    [
      'a picture',
      () => Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(5000, 'x'), 'latin1'),
      'UnsupportedFile',
    ],
    ['a volume cut in the middle', () => mha.subarray(0, mha.length >> 1), 'UnreadableFile'],
    ['a volume without its last byte', () => mha.subarray(0, mha.length - 1), 'UnreadableFile'],
    ['a header alone', () => mha.subarray(0, 120), 'UnreadableFile'],
    [
      'a volume with a flipped byte',
      () => {
        const corrupted = Buffer.from(mha);
        corrupted[corrupted.length >> 1]! ^= 0xff;
        return corrupted;
      },
      'UnreadableFile',
    ],
    [
      'a recording cut in the middle',
      () => multiFrame.subarray(0, multiFrame.length >> 1),
      'UnreadableFile',
    ],
    [
      'a volume of absurd size',
      () => {
        const text = mha.toString('latin1').replace(/DimSize = .*/, 'DimSize = 99999 99999 99999');
        return Buffer.from(text, 'latin1');
      },
      'UnsupportedFile',
    ],
    [
      'a foreign DICOM object',
      () => {
        const invalid = Buffer.from(multiFrame);
        for (let at = invalid.indexOf('1.2.840.10008.5.1.4.1.1.3.1'); at >= 0; ) {
          invalid.write('1.2.840.10008.5.1.4.1.1.2.1', at, 'latin1');
          at = invalid.indexOf('1.2.840.10008.5.1.4.1.1.3.1');
        }
        return invalid;
      },
      'UnsupportedFile',
    ],
  ];

  it.each(cases)('is reported and leaves nothing behind: %s', async (_name, bytes, errorType) => {
    const storedBefore = await countStored();
    const { status, body } = await send(bytes());
    expect([status, body.errorType]).toEqual([400, errorType]);
    expect(body.message.length).toBeGreaterThan(20);
    expect(JSON.stringify(body)).not.toMatch(/\/(tmp|work|home|root)\/|node_modules|\bat .*:\d+/);
    expect(await countStored()).toEqual(storedBefore);
    const forNewStudy = await send(bytes(), { patientId: tenant.patientId });
    expect([forNewStudy.status, forNewStudy.body.errorType]).toEqual([400, errorType]);
    expect(await countStored()).toEqual(storedBefore);
  });

  it('is rejected for both a study and a patient, for neither, or for a patient of another organization', async () => {
    const storedBefore = await countStored();
    const rejectedFields = async (query: object) => {
      const path = `/scans/actions/importFromFiles?${new URLSearchParams({ laterality: 'R', ...query })}`;
      const response = await sendForm<{ errors: FieldError[] }>(
        plane.url,
        token,
        'POST',
        path,
        mha,
      );
      return [response.status, response.body.errors.map(({ field }) => field)];
    };
    const { studyId, patientId } = tenant;
    expect(await rejectedFields({ studyId, patientId })).toEqual([400, ['studyId']]);
    expect(await rejectedFields({})).toEqual([400, ['studyId']]);
    const other = await plane.addTenant();
    expect((await send(mha, { patientId: other.patientId })).status).toBe(404);
    expect((await send(mha, { patientId: newId() })).status).toBe(404);
    expect(await countStored()).toEqual(storedBefore);
  });

  it('is rejected with contradicting axes, another form field, an unknown study or a missing permission', async () => {
    const storedBefore = await countStored();
    expect((await send(mha, { depthAxis: '+k', headAxis: '-k' })).body.errorType).toBe(
      'UnsupportedFile',
    );
    expect((await send(mha, { depthAxis: 'down' })).status).toBe(400);
    expect((await send(mha, { depthAxis: '+j' })).status).toBe(400);
    expect((await send(mha, {}, { field: 'file' })).status).toBe(400);
    expect((await send(mha, { studyId: newId() })).status).toBe(404);
    const other = await plane.addTenant();
    expect((await send(mha, {}, { callerToken: other.tokenOf('OPERATOR') })).status).toBe(404);
    expect((await send(mha, {}, { callerToken: tenant.tokenOf('VIEWER') })).status).toBe(403);
    expect(await countStored()).toEqual(storedBefore);
  });

  it('leaves nothing behind when the disk fills up after some files', async () => {
    let writes = 0;
    let maxWrites = 10;
    const disk: Disk = {
      ...systemDisk,
      async createFile(path) {
        writes += 1;
        if (writes > maxWrites) throw Object.assign(new Error('planted'), { code: 'ENOSPC' });
        return systemDisk.createFile(path);
      },
    };
    const url = await plane.serveWith(new FileSystemStore(join(plane.folder, 'files'), disk));
    const storedBefore = await countStored();
    const rejected = await send(multiFrame, { patientId: tenant.patientId }, { url });
    expect([rejected.status, rejected.body.errorType]).toEqual([507, 'StorageFull']);
    expect(writes).toBe(maxWrites + 1);
    expect(await countStored()).toEqual(storedBefore);
    maxWrites = Number.POSITIVE_INFINITY;
    expect((await send(multiFrame, {}, { url })).status).toBe(200);
    // Proves that the check itself detects what an import leaves.
    expect(await countStored()).not.toEqual(storedBefore);
  });
});

describe('the import of a large file', () => {
  it('delays responses to other requests by less than two seconds', async () => {
    const volume = aVolume({ sizes: [256, 256, 200], paint: ([x]) => (x > 0 ? 90 : 30) });
    const bytes = writeNrrd(volumeToNrrd(volume, {}));
    let maxMs = 0;
    let done = false;
    const axes = { depthAxis: '-k', headAxis: '+i', overridesHeader: 'true' };
    const importing = send(bytes, axes).finally(() => {
      done = true;
    });
    while (!done) {
      const startMs = performance.now();
      await call(plane.url, token, 'GET', '/jobqueue/get-running-job');
      maxMs = Math.max(maxMs, performance.now() - startMs);
    }
    expect((await importing).status).toBe(200);
    expect(maxMs).toBeLessThan(2_000);
  });
});
