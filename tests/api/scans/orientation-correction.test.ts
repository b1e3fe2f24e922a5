import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, Finding, Scan, ScanVolume } from '#contracts';
import { newId, unwrap } from '#foundation';
import { PHANTOM_SIZES, phantomFile, phantomVoxel } from '#testing/files';
import { readNrrd, type Volume, volumeFromNrrd } from '#volume';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aReportedFinding } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const sender = () => ({
  'x-api-key': calls.tenants.server.apiKey,
  authorization: `Bearer ${calls.tenants.ownOrg.tokenOf('PHYSICIAN')}`,
});
const PASSWORD = 'Correct-horse-1!';
const AS_IN_FILE = { depthAxis: '+j', headAxis: '+k' } as const;

/** Imports the phantom, turned by the entered axes of its file. */
async function importPhantom(axes: {
  readonly depthAxis: string;
  readonly headAxis: string;
}): Promise<Scan> {
  const { patientId } = calls.tenants.ownOrg;
  const query = new URLSearchParams({
    patientId,
    laterality: 'L',
    overridesHeader: 'true',
    ...axes,
  });
  const form = new FormData();
  form.append('data', new Blob([Buffer.from(phantomFile())]), 'a.mha');
  const response = await fetch(
    `${calls.tenants.server.url}/api/scans/actions/importFromFiles?${query}`,
    { method: 'POST', headers: sender(), body: form },
  );
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Scan;
}

async function storedVolume(
  scan: Scan,
): Promise<{ readonly volume: Volume; readonly of: ScanVolume }> {
  const of = await calls.must<ScanVolume>('PHYSICIAN', 'GET', `/scans/${scan.id}/volume`);
  const response = await fetch(`${calls.tenants.server.url}/api${of.levels[0]!.url}`, {
    headers: sender(),
  });
  return { of, volume: unwrap(volumeFromNrrd(unwrap(await readNrrd(await response.bytes())))) };
}

const turn = (scan: Scan, body: object, version = scan.version) =>
  calls.as<Scan & ErrorResponse>(
    'PHYSICIAN',
    'POST',
    `/scans/${scan.id}/actions/correctOrientation`,
    { headers: { 'if-match': `"${version}"` }, body },
  );

const current = (scan: Scan) => calls.must<Scan>('PHYSICIAN', 'GET', `/scans/${scan.id}`);

describe('the correction of an orientation', () => {
  it('turns the voxels exactly, confirms the orientation and adds a version of the volume', async () => {
    const scan = await importPhantom({ depthAxis: '+j', headAxis: '-k' });
    const before = await storedVolume(scan);
    const { status, body } = await turn(scan, {
      depthAxis: '+j',
      headAxis: '-k',
      reason: 'Head at the lower edge',
    });
    expect([status, body.orientationConfirmed, body.version]).toEqual([200, true, 2]);
    const { volume, of } = await storedVolume(scan);
    expect(of.file.id).not.toBe(before.of.file.id);
    expect(of.levels.length).toBe(before.of.levels.length);
    expect(volume.geometry.sizes).toEqual(PHANTOM_SIZES);
    const [ni, nj] = PHANTOM_SIZES;
    for (const [i, j, k] of [
      [40, 50, 60],
      [90, 40, 30],
      [73, 20, 52],
    ] as const) {
      expect(volume.voxels[i + ni * (j + nj * k)]).toBe(phantomVoxel(i, j, k));
    }
    expect(of.file.header?.source).toMatchObject({
      correctedDepthAxis: '+j',
      correctedHeadAxis: '-k',
      assumedHeadAxis: '-k',
      correctionReason: 'Head at the lower edge',
      DimSize: PHANTOM_SIZES.join(' '),
    });
    const audit = await calls.tenants.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'correctOrientation')
      .execute();
    const row = audit.find(({ subject }) => subject.id === scan.id);
    expect(row?.subject).toMatchObject({ depthAxis: '+j', headAxis: '-k' });
    expect(JSON.stringify(row)).not.toContain('lower edge');
  });

  it.each([
    [
      'depth along the head',
      { depthAxis: '+k', headAxis: '+i' },
      { depthAxis: '+i', headAxis: '+j' },
    ],
    ['left to depth', { depthAxis: '-i', headAxis: '+k' }, { depthAxis: '+i', headAxis: '+k' }],
    ['upside down', { depthAxis: '-j', headAxis: '-k' }, { depthAxis: '-j', headAxis: '-k' }],
  ])('is undone to the identical bytes by the inverse: %s', async (_, axes, inverse) => {
    const scan = await importPhantom(AS_IN_FILE);
    const before = await storedVolume(scan);
    const { body: turned } = await turn(scan, axes);
    const between = await storedVolume(scan);
    expect(Buffer.compare(between.volume.voxels, before.volume.voxels)).not.toBe(0);
    expect((await turn(turned, inverse)).status).toBe(200);
    const { volume } = await storedVolume(scan);
    expect(Buffer.compare(volume.voxels, before.volume.voxels)).toBe(0);
    expect(volume.geometry.sizes).toEqual(before.volume.geometry.sizes);
    expect(volume.geometry.originMm).toEqual(
      before.volume.geometry.originMm.map((mm) => expect.closeTo(mm, 9)),
    );
  });

  it('never mirrors: left follows from depth and head', async () => {
    const scan = await importPhantom(AS_IN_FILE);
    const before = (await storedVolume(scan)).volume.voxels;
    await turn(scan, { depthAxis: '+j', headAxis: '-k' });
    const { volume } = await storedVolume(scan);
    const [ni, nj, nk] = PHANTOM_SIZES;
    // Head and left are both reversed: a half turn about the depth axis.
    const turned = before[ni - 1 - 40 + ni * (50 + nj * (nk - 1 - 60))];
    expect(volume.voxels[40 + ni * (50 + nj * 60)]).toBe(turned);
    expect(turned).not.toBe(before[40 + ni * (50 + nj * (nk - 1 - 60))]);
  });
});

describe('a correction of an orientation is rejected', () => {
  it.each([
    ['the same axis twice', { depthAxis: '+j', headAxis: '-j' }, 'headAxis'],
    ['an unknown axis', { depthAxis: '+x', headAxis: '+k' }, 'depthAxis'],
    ['a missing axis', { depthAxis: '+k' }, 'headAxis'],
    ['the stored axes', { depthAxis: '+j', headAxis: '+k' }, 'depthAxis'],
  ])('for %s', async (_, body, path) => {
    const scan = await importPhantom(AS_IN_FILE);
    const rejected = await turn(scan, body);
    expect(rejected.status).toBe(400);
    expect(JSON.stringify(rejected.body)).toContain(path);
    expect(await current(scan)).toMatchObject({ version: 1, orientationConfirmed: false });
  });

  it('while the scan has a nipple or findings, and keeps both', async () => {
    const scan = await importPhantom(AS_IN_FILE);
    const nipple = { sag: 3, tra: -4, depth: 5, rad: 10 };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scan.id}/nipple`, { body: nipple });
    const withNipple = await turn(await current(scan), { depthAxis: '+j', headAxis: '-k' });
    expect([withNipple.status, withNipple.body.code]).toEqual([409, 'ORIENTATION_HAS_NIPPLE']);
    await calls.must('PHYSICIAN', 'DELETE', `/scans/${scan.id}/nipple`);
    const recordedId = await calls.tenants.ownOrg.addScan();
    const body = aReportedFinding(recordedId);
    const finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
    const { db } = calls.tenants;
    await db.updateTable('finding').set({ scanId: scan.id }).where('id', '=', finding.id).execute();
    const withFinding = await turn(await current(scan), { depthAxis: '+j', headAxis: '-k' });
    expect([withFinding.status, withFinding.body.code]).toEqual([409, 'ORIENTATION_HAS_FINDINGS']);
    expect(withFinding.body.message).toContain('Delete them');
    expect((await current(scan)).orientationConfirmed).toBe(false);
  });

  it('while a report of its study is signed', async () => {
    const scan = await importPhantom(AS_IN_FILE);
    const signing = {
      passwordHash: await hashPassword(PASSWORD),
      lastName: 'Reader',
      jobTitle: 'MD',
    };
    const { id } = calls.tenants.ownOrg.accountOf('PHYSICIAN');
    await calls.tenants.db.updateTable('account').set(signing).where('id', '=', id).execute();
    const left = { biradsScore: 2, breastDensity: 'HETERO', text: { text: 'A cyst' } };
    const content = { left, impression: { text: 'Benign' } };
    const report = { id: newId(), studyId: scan.studyId, content };
    await calls.must('PHYSICIAN', 'POST', '/reports', { body: report });
    const act = `/reports/${report.id}/actions`;
    await calls.must('PHYSICIAN', 'POST', `${act}/preliminary`, { body: {} });
    await calls.must('PHYSICIAN', 'POST', `${act}/sign`, { body: { password: PASSWORD } });
    const rejected = await turn(await current(scan), { depthAxis: '+j', headAxis: '-k' });
    expect([rejected.status, rejected.body.errorType]).toEqual([409, 'ReportSigned']);
    expect(rejected.body.message).toContain('Write an addendum');
  });

  it('for the axes of an earlier version of the volume, and for a recorded scan', async () => {
    const scan = await importPhantom(AS_IN_FILE);
    await turn(scan, { depthAxis: '+j', headAxis: '-k' });
    const second = await turn(scan, { depthAxis: '+j', headAxis: '-k' });
    expect([second.status, second.body.errorType]).toEqual([412, 'VersionConflict']);
    const recorded = await current({ id: await calls.tenants.ownOrg.addScan() } as Scan);
    const rejected = await turn(recorded, { depthAxis: '+j', headAxis: '-k' });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'ORIENTATION_NOT_IMPORTED']);
  });
});

describe('a scan that another user has open', () => {
  it('is turned only after they have left, because their marks would lie in other tissue', async () => {
    const scan = await importPhantom(AS_IN_FILE);
    const tab = newId();
    const report = (leaves: boolean) =>
      calls.must('VIEWER', 'POST', `/scans/${scan.id}/actions/presence`, {
        body: { tab, leaves },
      });
    await report(false);
    const body = { depthAxis: '-j', headAxis: '-k' };
    expect((await turn(scan, body)).status).toBe(409);
    expect((await current(scan)).version).toBe(scan.version);
    await report(true);
    expect((await turn(scan, body)).status).toBe(200);
  });
});
