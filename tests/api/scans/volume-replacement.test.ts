import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileCategory, Finding, NippleLocation, Scan, ScanFile } from '#contracts';
import { newId } from '#foundation';
import { positionToMm, SKIN_ANGLES, type VolumeGrid } from '#geometry';
import { skinNrrd } from '../../../extensions/scanner/reconstruction/index.ts';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aReportedFinding } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan();
});

const FINE: VolumeGrid = {
  sizes: [201, 90, 201],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [-50, 0.25, -50],
};
/** Differs from the first grid in size, spacing and origin. */
const COARSE: VolumeGrid = {
  sizes: [101, 40, 121],
  spacingMm: [1, 1.25, 0.8],
  originMm: [-47, 0.625, -51],
};
const PASSWORD = 'Correct-horse-1!';
const NIPPLE = { sag: 30, tra: -20, depth: 7, rad: 135 };

/** Uploads a file of the scan with its bytes, as a device or another reconstruction does. */
async function upload(
  fileCategory: FileCategory,
  header: object | null,
  bytes: Uint8Array,
  name = 'file',
): Promise<ScanFile> {
  const registered = await calls.must<ScanFile>('OPERATOR', 'POST', '/scanfiles', {
    body: { scanId, fileCategory, fileName: `${name}.nrrd`, fileExtension: 'nrrd', header },
  });
  const data = new FormData();
  data.append('data', new Blob([Buffer.from(bytes)]), 'a.nrrd');
  const sent = await fetch(`${calls.tenants.server.url}/api/scanfiles/${registered.id}/content`, {
    method: 'PUT',
    headers: senderOf('OPERATOR'),
    body: data,
  });
  if (sent.status !== 200) throw new Error(await sent.text());
  return registered;
}

const headerOf = ({ sizes, ...grid }: VolumeGrid) => ({
  ...grid,
  sizes: sizes.join(' '),
  coverageRadiusMm: 50,
});
const addVolume = (grid: VolumeGrid): Promise<ScanFile> =>
  upload('VOLUME3D', headerOf(grid), Buffer.from(JSON.stringify(grid)));

/** Skin 5 mm below the transducer face within 20° of the head direction, unknown elsewhere. */
const SKIN_RADII = 128;
const SKIN = skinNrrd(
  {
    radiusStepMm: 1,
    depthMm: new Float32Array(SKIN_RADII * SKIN_ANGLES).map((_, index) => {
      const deg = Math.floor(index / SKIN_RADII);
      return deg < 20 || deg > 340 ? 5 : Number.NaN;
    }),
  },
  'R',
);

/** A height map of 17 MiB that compresses to a thousandth, valid but far above a real one. */
function oversizeSkin(): Buffer {
  const lines = ['NRRD0005', 'type: float', 'dimension: 2', `sizes: 12500 ${SKIN_ANGLES}`];
  lines.push('spacings: 0.01 nan', 'endian: little', 'encoding: gzip');
  const depths = Buffer.from(new Float32Array(12_500 * SKIN_ANGLES).fill(5).buffer);
  return Buffer.concat([Buffer.from(`${lines.join('\n')}\n\n`), gzipSync(depths)]);
}

/** Creates a finding whose mark has its centre at x 0, y 25, z 50. */
const createFinding = () =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body: aReportedFinding(scanId) });
const readFinding = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const readScan = () => calls.must<Scan>('PHYSICIAN', 'GET', `/scans/${scanId}`);
const setNipple = (body: object) =>
  calls.must<Scan>('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body });
const nippleMm = ({ nippleLocation }: Scan, grid: VolumeGrid) =>
  positionToMm(grid, nippleLocation as NippleLocation).map((mm) => Number(mm.toFixed(6)));
const NIPPLE_MM = positionToMm(FINE, NIPPLE).map((mm) => Number(mm.toFixed(6)));

const senderOf = (role: 'OPERATOR' | 'PHYSICIAN') => {
  const { server, ownOrg } = calls.tenants;
  return { 'x-api-key': server.apiKey, authorization: `Bearer ${ownOrg.tokenOf(role)}` };
};

async function exportFinding(id: string, format: string): Promise<string> {
  const response = await fetch(`${calls.tenants.server.url}/api/findings/export`, {
    method: 'POST',
    headers: { ...senderOf('PHYSICIAN'), 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [id], format }),
  });
  return response.text();
}

const countConversions = async (): Promise<number> => {
  const rows = await calls.tenants.db
    .selectFrom('audit')
    .select('subject')
    .where('act', '=', 'convertNipple')
    .execute();
  return rows.filter(({ subject }) => subject.scanId === scanId).length;
};

describe('finding depth', () => {
  it('is still measured from the transducer face if the uploaded skin is not a height map', async () => {
    await addVolume(FINE);
    const created = await createFinding();
    expect(created).toMatchObject({ depthUm: 25_000, depthReference: 'transducer-face' });
    await upload('BREAST_SKIN', null, Buffer.from('solid skin'));
    expect(await readFinding(created.id)).toMatchObject({
      depthUm: 25_000,
      depthReference: 'transducer-face',
      version: 1,
    });
    expect(await createFinding()).toMatchObject({ depthReference: 'transducer-face' });
  });

  it('is measured from the transducer face if the uploaded height map is far too large', async () => {
    await addVolume(FINE);
    await upload('BREAST_SKIN', null, oversizeSkin());
    expect(await createFinding()).toMatchObject({ depthReference: 'transducer-face' });
  });

  it('is measured from the skin once known, for existing findings too', async () => {
    await addVolume(FINE);
    const created = await createFinding();
    const file = await upload('BREAST_SKIN', null, SKIN, 'breast-skin');
    expect(await readFinding(created.id)).toMatchObject({
      depthUm: 20_000,
      depthReference: 'skin',
      version: 1,
    });
    expect(await createFinding()).toMatchObject({ depthUm: 20_000, depthReference: 'skin' });
    expect(await exportFinding(created.id, 'JSON')).toContain(
      '"depthUm":20000,"depthReference":"skin"',
    );
    expect(await exportFinding(created.id, 'CSV')).toContain(',20000,skin,');
    await calls.must('OPERATOR', 'DELETE', `/scanfiles/${file.id}`);
    expect(await readFinding(created.id)).toMatchObject({
      depthUm: 25_000,
      depthReference: 'transducer-face',
    });
  });

  it('is measured from the transducer face outside the known skin', async () => {
    await addVolume(FINE);
    await upload('BREAST_SKIN', null, SKIN);
    const fields = aReportedFinding(scanId);
    const marks = Object.values(fields.marks).map((mark) => ({
      ...mark,
      tra: -40,
      frame: { ...mark.frame, originMm: [-10, 0, -20] },
    }));
    const body = { ...fields, marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])) };
    const outsideSkin = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
    expect(outsideSkin).toMatchObject({ depthUm: 25_000, depthReference: 'transducer-face' });
  });
});

describe('a volume with another voxel grid', () => {
  it('keeps the nipple in the tissue: converts its voxel indices once and audits the conversion', async () => {
    await addVolume(FINE);
    const created = await createFinding();
    const original = await setNipple(NIPPLE);
    expect(original.nippleLocation?.grid).toEqual(FINE);
    const findingBefore = await readFinding(created.id);
    await addVolume(COARSE);
    const converted = await readScan();
    expect(converted.nippleLocation?.grid).toEqual(COARSE);
    expect(converted.nippleLocation).not.toMatchObject({ sag: NIPPLE.sag, tra: NIPPLE.tra });
    expect(nippleMm(converted, COARSE)).toEqual(NIPPLE_MM);
    expect(converted.nippleLocation).toMatchObject({ rad: NIPPLE.rad });
    expect(converted.nippleLocation?.setBy).toBe(original.nippleLocation?.setBy);
    expect(converted.version).toBe(original.version + 1);
    expect(await countConversions()).toBe(1);
    const { clockPositionSec, distanceFromNippleUm } = await readFinding(created.id);
    expect(clockPositionSec).toBeCloseTo(findingBefore.clockPositionSec ?? Number.NaN, 3);
    expect(distanceFromNippleUm).toBe(findingBefore.distanceFromNippleUm);
    await addVolume(COARSE);
    expect((await readScan()).version).toBe(converted.version);
    expect(await countConversions()).toBe(1);
  });

  it('is rejected after the signature, which keeps findings and nipple unchanged', async () => {
    await addVolume(FINE);
    const created = await createFinding();
    await setNipple(NIPPLE);
    const findingBefore = await readFinding(created.id);
    const { studyId } = await readScan();
    const signing = {
      passwordHash: await hashPassword(PASSWORD),
      lastName: 'Reader',
      jobTitle: 'MD',
    };
    const { id } = calls.tenants.ownOrg.accountOf('PHYSICIAN');
    await calls.tenants.db.updateTable('account').set(signing).where('id', '=', id).execute();
    const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } };
    const content = { left, impression: { text: 'Benign' } };
    const body = { id: newId(), studyId, content };
    await calls.must('PHYSICIAN', 'POST', '/reports', { body });
    await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/preliminary`, { body: {} });
    await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/sign`, {
      body: { password: PASSWORD },
    });
    await upload('BREAST_SKIN', null, SKIN);
    await expect(addVolume(COARSE)).rejects.toThrow('FilesSigned');
    expect(await readFinding(created.id)).toEqual(findingBefore);
    expect(nippleMm(await readScan(), FINE)).toEqual(NIPPLE_MM);
  });

  it('that is deleted leaves the nipple at the voxel indices of the previous volume', async () => {
    await addVolume(FINE);
    await setNipple(NIPPLE);
    const second = await addVolume(COARSE);
    await calls.must('OPERATOR', 'DELETE', `/scanfiles/${second.id}`);
    const restored = await readScan();
    expect(restored.nippleLocation?.grid).toEqual(FINE);
    expect(nippleMm(restored, FINE)).toEqual(NIPPLE_MM);
    // Without any volume the nipple is not converted, and the next volume still converts it.
    await calls.must('OPERATOR', 'DELETE', `/scans/${scanId}/scanfiles`);
    await addVolume(COARSE);
    expect(nippleMm(await readScan(), COARSE)).toEqual(NIPPLE_MM);
  });

  it('accepts a nipple that was set on the previous volume', async () => {
    await addVolume(FINE);
    await addVolume(COARSE);
    const updated = await setNipple({ ...NIPPLE, grid: FINE });
    expect(updated.nippleLocation?.grid).toEqual(COARSE);
    expect(nippleMm(updated, COARSE)).toEqual(NIPPLE_MM);
    const invalid = { ...FINE, sizes: [0, 90, 201] };
    const path = `/scans/${scanId}/nipple`;
    const rejected = await calls.as('PHYSICIAN', 'PUT', path, {
      body: { ...NIPPLE, grid: invalid },
    });
    expect(rejected.status).toBe(400);
    expect(nippleMm(await readScan(), COARSE)).toEqual(NIPPLE_MM);
  });

  it('uploaded in chunks converts the nipple on commit', async () => {
    await addVolume(FINE);
    await setNipple(NIPPLE);
    const bytes = Buffer.from('a whole volume');
    const file = await calls.must<ScanFile>('OPERATOR', 'POST', '/scanfiles', {
      body: {
        scanId,
        fileCategory: 'VOLUME3D',
        fileName: 'v.nrrd',
        fileExtension: 'nrrd',
        header: headerOf(COARSE),
      },
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const startedUpload = await calls.must<{ id: string }>('OPERATOR', 'POST', '/uploads', {
      body: { scanFileId: file.id, size: bytes.byteLength, sha256 },
    });
    const sent = await fetch(`${calls.tenants.server.url}/api/uploads/${startedUpload.id}`, {
      method: 'PATCH',
      headers: {
        ...senderOf('OPERATOR'),
        'content-type': 'application/octet-stream',
        'upload-offset': '0',
        'x-checksum-sha256': sha256,
      },
      body: bytes,
    });
    expect(sent.status, await sent.text()).toBe(200);
    expect((await readScan()).nippleLocation?.grid).toEqual(FINE);
    await calls.must('OPERATOR', 'POST', `/uploads/${startedUpload.id}/commit`, { body: {} });
    expect(nippleMm(await readScan(), COARSE)).toEqual(NIPPLE_MM);
  });
});

describe('a nipple that was set before the volume', () => {
  it('stays if it lies inside the volume', async () => {
    await setNipple(NIPPLE);
    await addVolume(FINE);
    expect((await readScan()).nippleLocation).toMatchObject(NIPPLE);
  });

  it.each([
    ['in voxels of the volume', { ...NIPPLE, sag: 4_000 }],
    ['in another grid', { ...NIPPLE, sag: 45, grid: { ...COARSE, spacingMm: [9, 9, 9] } }],
  ])('is cleared if it lies outside the volume, %s', async (_, nipple) => {
    await setNipple(nipple);
    await addVolume(FINE);
    expect((await readScan()).nippleLocation).toBeNull();
    const cleared = calls.tenants.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'clearNipple');
    expect((await cleared.execute()).map(({ subject }) => subject)).toContainEqual({ scanId });
  });
});
