import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, Mark, Report, Scan } from '#contracts';
import { newId } from '#foundation';
import type { Vec3 } from '#geometry';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { addAiFinding } from '../support/ai-finding.ts';
import { aMark, aReportedFinding } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const PASSWORD = 'Correct-horse-1!';
/**
 * Location of `aMark`, whose centre is at x 0, z 50 mm: 12 o'clock, 50 mm from a nipple at the
 * centre of the volume, and 9 o'clock, 30 mm from a nipple at x 30, z 50 mm.
 */
const FROM_CENTRE = {
  clockPositionSec: 0,
  quadrant: 'upper central',
  distanceFromNippleUm: 50_000,
  depthUm: 25_000,
} as const;
const FROM_OFF_CENTRE = {
  clockPositionSec: 32_400,
  quadrant: 'inner central',
  distanceFromNippleUm: 30_000,
  depthUm: 25_000,
} as const;

let calls: TenantCalls;
let studyId = '';
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  const { id } = calls.tenants.ownOrg.accountOf('PHYSICIAN');
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader', jobTitle: 'MD' };
  await calls.tenants.db.updateTable('account').set(set).where('id', '=', id).execute();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
/** Creates a study with a completed scan of the left breast and its volume. */
beforeEach(async () => {
  const { db, ownOrg } = calls.tenants;
  const { organizationId, patientId } = ownOrg;
  studyId = newId();
  scanId = await ownOrg.addScan();
  await db
    .insertInto('study')
    .values({ organizationId, id: studyId, patientId, createdBy: null, updatedBy: null })
    .execute();
  await db.updateTable('scan').set({ studyId }).where('id', '=', scanId).execute();
  await addScanVolume(calls.tenants, scanId);
});

const must = <T>(method: string, path: string, body?: object) =>
  calls.must<T>('PHYSICIAN', method, path, body === undefined ? {} : { body });
const createFinding = () => must<Finding>('POST', '/findings', aReportedFinding(scanId));
const readFinding = (id: string) => must<Finding>('GET', `/findings/${id}`);
const listFindings = async () =>
  (await must<{ items: Finding[] }>('GET', `/scans/${scanId}/findings`)).items;
const setNipple = (sag: number, tra: number) =>
  must('PUT', `/scans/${scanId}/nipple`, { sag, tra, depth: 0, rad: 0 });
const setNippleAtCentre = () => setNipple(0, 0);
const setNippleOffCentre = () => setNipple(60, 100);
const put = ({ id, marks, massLengthUm, massWidthUm, massHeightUm }: Finding, version: number) =>
  calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${id}`, {
    body: { marks, massLengthUm, massWidthUm, massHeightUm, note: 'Edited' },
    ...ifVersion(version),
  });
const reportAction = (id: string, name: string, body: object = {}) =>
  must<Report>('POST', `/reports/${id}/actions/${name}`, body);

async function signReport(): Promise<Report> {
  const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } };
  const content = { left, impression: { text: 'Benign' } };
  const { id } = await must<Report>('POST', '/reports', { id: newId(), studyId, content });
  await reportAction(id, 'preliminary');
  return reportAction(id, 'sign', { password: PASSWORD });
}

/** Identifies the stored version of a row; changes with every write. */
async function rowVersion(id: string): Promise<unknown> {
  const { db } = calls.tenants;
  const { rows } = await sql`select xmin::text, ctid::text from finding where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

describe('the location of a finding', () => {
  it('follows the nipple without any write to the finding', async () => {
    const created = await createFinding();
    expect(created).toMatchObject({ clockPositionSec: null, depthUm: 25_000 });
    const row = await rowVersion(created.id);
    await setNippleAtCentre();
    expect(await readFinding(created.id)).toEqual({ ...created, ...FROM_CENTRE });
    await setNippleOffCentre();
    expect(await readFinding(created.id)).toEqual({ ...created, ...FROM_OFF_CENTRE });
    expect(await listFindings()).toEqual([{ ...created, ...FROM_OFF_CENTRE }]);
    expect(await rowVersion(created.id)).toEqual(row);
  });

  it('causes no conflict: an edit that began before the nipple moved is saved afterwards', async () => {
    const created = await createFinding();
    await setNippleOffCentre();
    const edited = await put(created, created.version);
    expect(edited.body).toMatchObject({ note: 'Edited', version: 2, ...FROM_OFF_CENTRE });
    const stale = await put(created, created.version);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ data: { note: 'Edited', ...FROM_OFF_CENTRE } });
  });

  it('is unknown without a volume', async () => {
    await calls.tenants.db.deleteFrom('scanFile').where('scanId', '=', scanId).execute();
    await setNippleAtCentre();
    const unknown = { clockPositionSec: null, distanceFromNippleUm: null, depthUm: null };
    expect(await createFinding()).toMatchObject({ ...unknown, depthReference: null });
  });
});

/** Nipple positions 9.9 mm beside the mark and 10 mm beside it, in voxels of 0.5 mm. */
const setNippleBelowRadius = () => setNipple(19.8, 100);
const setNippleAtRadius = () => setNipple(20, 100);

describe('the location of a finding near the nipple', () => {
  it('has a quadrant and a clock position from 10 mm on, and is subareolar without a clock position below', async () => {
    const { id } = await createFinding();
    expect(await readFinding(id)).toMatchObject({ quadrant: null });
    await setNippleAtRadius();
    expect(await readFinding(id)).toMatchObject({
      clockPositionSec: 32_400,
      quadrant: 'inner central',
      distanceFromNippleUm: 10_000,
    });
    await setNippleBelowRadius();
    expect(await readFinding(id)).toMatchObject({
      clockPositionSec: null,
      quadrant: 'subareolar',
      distanceFromNippleUm: 9_900,
    });
  });

  it('stays subareolar in a signed report when the nipple is set again', async () => {
    await setNippleBelowRadius();
    const { id } = await createFinding();
    const subareolar = {
      clockPositionSec: null,
      quadrant: 'subareolar',
      distanceFromNippleUm: 9_900,
    };
    expect((await signReport()).findings).toMatchObject([subareolar]);
    await setNippleOffCentre();
    expect(await readFinding(id)).toMatchObject(subareolar);
  });
});

describe('the location of a finding in a signed report', () => {
  it('stays as signed when the nipple is set again', async () => {
    await setNippleAtCentre();
    const created = await createFinding();
    const report = await signReport();
    expect(report.findings).toMatchObject([FROM_CENTRE]);
    await setNippleOffCentre();
    expect(await readFinding(created.id)).toEqual({ ...created, ...FROM_CENTRE });
    expect(await listFindings()).toMatchObject([FROM_CENTRE]);
    const later = await must<Report>('GET', `/reports/${report.id}`);
    expect(later).toMatchObject({ findings: [FROM_CENTRE], intact: true });
  });

  it('is computed for the proposals of a model, which no report contains', async () => {
    await setNippleAtCentre();
    await createFinding();
    await signReport();
    const id = await addAiFinding(calls.tenants, scanId, [aMark()]);
    await setNippleOffCentre();
    expect(await readFinding(id)).toMatchObject(FROM_OFF_CENTRE);
  });

  it('follows the nipple while an addendum is open, and is as signed after the addendum is discarded', async () => {
    await setNippleAtCentre();
    const { id } = await createFinding();
    const report = await signReport();
    await setNippleOffCentre();
    const addendum = { id: newId(), text: 'Position corrected' };
    const path = `/reports/${report.id}/actions/addendum`;
    const open = await must<Report>('POST', path, addendum);
    expect(open.findings).toMatchObject([FROM_OFF_CENTRE]);
    expect(await readFinding(id)).toMatchObject(FROM_OFF_CENTRE);
    const discarded = await calls.as(
      'PHYSICIAN',
      'DELETE',
      `/reports/${addendum.id}`,
      ifVersion(1),
    );
    expect(discarded.status, JSON.stringify(discarded.body)).toBe(200);
    expect(await readFinding(id)).toMatchObject(FROM_CENTRE);
    const secondAddendum = await must<Report>('POST', path, { ...addendum, id: newId() });
    await reportAction(secondAddendum.id, 'sign', { password: PASSWORD });
    expect(await readFinding(id)).toMatchObject(FROM_OFF_CENTRE);
    await setNippleAtCentre();
    expect(await readFinding(id)).toMatchObject(FROM_OFF_CENTRE);
  });
});

/** Marks at places that no image of the 100 × 45 × 100 mm volume holds. */
const IMPOSSIBLE: readonly (readonly [string, Partial<Mark>, string])[] = [
  ['an image 300 mm beside the volume', { frame: frameAt([250, 0, 50]) }, 'MARK_OUTSIDE_VOLUME'],
  ['an image behind the volume', { frame: frameAt([-50, 60, 50]) }, 'MARK_OUTSIDE_VOLUME'],
  ['an image of 9 m', { frame: { ...frameAt(), widthMm: 9_000 } }, 'FRAME_OUTSIDE_VOLUME'],
  [
    'a mirrored image',
    { frame: { ...frameAt([50, 0, 50]), right: [-1, 0, 0] } },
    'FRAME_CONTRADICTS_PLANE',
  ],
  ['the image of another plane', { planeView: 'COR' }, 'FRAME_CONTRADICTS_PLANE'],
  ['an image at another position', { tra: 40 }, 'FRAME_CONTRADICTS_PLANE'],
  ['planes left of the volume', { sag: 5_000 }, 'MARK_OUTSIDE_VOLUME'],
  ['planes behind the volume', { depth: 92 }, 'MARK_OUTSIDE_VOLUME'],
  ['a plane at 360°', { rad: 360 }, 'ANGLE_OUTSIDE_CIRCLE'],
  ['a plane at a negative angle', { rad: -60 }, 'ANGLE_OUTSIDE_CIRCLE'],
];

function frameAt(originMm: Vec3 = [-50, 0, 50]): Mark['frame'] {
  return { ...aMark().frame, originMm };
}

describe('a mark at an impossible place', () => {
  it.each(IMPOSSIBLE)('on %s is rejected and stores nothing', async (_, change, code) => {
    const created = await createFinding();
    const mark = { ...aMark(), ...change };
    const expected = { errorType: 'ValidationFailed', errors: [{ code }] };
    const posted = await calls.as('PHYSICIAN', 'POST', '/findings', {
      body: aReportedFinding(scanId, [mark]),
    });
    expect([posted.status, posted.body]).toMatchObject([400, expected]);
    const moved = await put({ ...created, marks: { [mark.id]: mark } }, created.version);
    expect([moved.status, moved.body]).toMatchObject([400, expected]);
    expect(await listFindings()).toEqual([created]);
  });

  it('that was stored before this check stays editable, except for its place', async () => {
    const { id } = await createFinding();
    const mark = { ...aMark(), frame: frameAt([250, 0, 50]) };
    await calls.tenants.db
      .updateTable('findingMark')
      .set({ id: mark.id, body: JSON.stringify(mark) })
      .where('findingId', '=', id)
      .execute();
    const stored = await readFinding(id);
    const noted = await put(stored, stored.version);
    expect([noted.status, noted.body]).toMatchObject([200, { note: 'Edited' }]);
    const further = { ...mark, frame: frameAt([260, 0, 50]) };
    const moved = await put({ ...stored, marks: { [mark.id]: further } }, 2);
    expect(moved.status).toBe(400);
    const emptied = await put({ ...stored, marks: {} }, 2);
    expect(emptied.body.deletedAt).not.toBeNull();
    expect((await put(stored, 3)).body).toMatchObject({ deletedAt: null, marks: stored.marks });
  });

  it('is possible on an earlier volume of the scan', async () => {
    const supersededAt = new Date().toISOString();
    const { db } = calls.tenants;
    await db.updateTable('scanFile').set({ supersededAt }).where('scanId', '=', scanId).execute();
    const header = { sizes: '40 40 40', spacingMm: [1, 1, 1], originMm: [-20, 0.5, -20] };
    await addScanVolume(calls.tenants, scanId, { ...header, coverageRadiusMm: 20 });
    expect((await createFinding()).scan.id).toBe(scanId);
  });
});

describe('a position in a scan without a volume', () => {
  it.each([
    ['sag', { sag: 1e300 }],
    ['tra', { tra: -5_001 }],
    ['depth', { depth: -1 }],
    ['depth', { depth: 1e9 }],
  ])('is rejected beyond every volume: %s in %j', async (key, change) => {
    const { db } = calls.tenants;
    await db.deleteFrom('scanFile').where('scanId', '=', scanId).execute();
    const position = { sag: 5_000, tra: -5_000, depth: 5_000, rad: 30 };
    const path = `/scans/${scanId}`;
    const setNipple = (body: object) => calls.as('PHYSICIAN', 'PUT', `${path}/nipple`, { body });
    const reportCross = (place: object) =>
      calls.as('PHYSICIAN', 'POST', `${path}/actions/presence`, { body: { tab: newId(), place } });
    expect((await setNipple(position)).status).toBe(200);
    expect((await reportCross(position)).status).toBe(200);
    const nipple = await setNipple({ ...position, ...change });
    const code = 'POSITION_OUTSIDE_VOLUME';
    expect([nipple.status, nipple.body]).toMatchObject([400, { errors: [{ field: key, code }] }]);
    const cross = await reportCross({ ...position, ...change });
    const field = `place.${key}`;
    expect([cross.status, cross.body]).toMatchObject([400, { errors: [{ field, code }] }]);
  });
});

describe('a position outside the volume', () => {
  it.each([
    ['sag', { sag: 102 }, { minimum: -100.5, maximum: 100.5 }],
    ['tra', { tra: -900 }, { minimum: -100.5, maximum: 100.5 }],
    ['depth', { depth: 91 }, { minimum: 0, maximum: 90 }],
    ['depth', { depth: -3 }, { minimum: 0, maximum: 90 }],
  ])('is rejected for the nipple and the cross: %s in %j', async (key, change, values) => {
    await setNippleAtCentre();
    const position = { sag: 0, tra: 0, depth: 10, rad: 30, ...change };
    const error = { code: 'POSITION_OUTSIDE_VOLUME', values };
    const path = `/scans/${scanId}`;
    const nipple = await calls.as('PHYSICIAN', 'PUT', `${path}/nipple`, { body: position });
    expect([nipple.status, nipple.body]).toMatchObject([
      400,
      { errors: [{ field: key, ...error }] },
    ]);
    const body = { tab: newId(), place: position };
    const cross = await calls.as('PHYSICIAN', 'POST', `${path}/actions/presence`, { body });
    const field = `place.${key}`;
    expect([cross.status, cross.body]).toMatchObject([400, { errors: [{ field, ...error }] }]);
    const scan = await must<Scan>('GET', path);
    expect(scan.nippleLocation).toMatchObject({ sag: 0, tra: 0, depth: 0 });
  });
});
