import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_STATES_CODE, type ErrorResponse, type Preference } from '#contracts';
import { newId } from '#foundation';
import { addScanVolume } from '../support/scan-volume.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = Preference & ErrorResponse & { errors: { field: string; code: string }[] };

let tenants: TwoTenants;
let scanId = '';
let otherScanId = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  scanId = await tenants.ownOrg.addScan();
  otherScanId = await tenants.ownOrg.addScan();
  await addScanVolume(tenants, scanId);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const INSIDE = { sag: 10, tra: -20, depth: 30, rad: 45 };

/** Returns a saved state of a scan with the plane positions. */
const state = (positions: object, change: object = {}) => ({
  patientId: null,
  studyId: null,
  scanId,
  positions,
  activePanel: null,
  selectedTool: null,
  imageAdjustments: {},
  referenceLines: [true, true],
  lastActivityAt: '2026-11-20T10:00:00.000Z',
  savedViewports: [],
  ...change,
});
const stateAt = (change: object) => state({ [scanId]: { ...INSIDE, ...change } });

function save(states: readonly unknown[], role: 'VIEWER' | 'PHYSICIAN' = 'VIEWER') {
  const { ownOrg, server } = tenants;
  const value = JSON.stringify({ version: 1, states });
  const body = { userId: ownOrg.accountOf(role).id, prefCode: CLIENT_STATES_CODE, value };
  return server.call<Body>('POST', '/userprefs', { token: ownOrg.tokenOf(role), body });
}

const errorsOf = async (states: readonly unknown[]) => {
  const { status, body } = await save(states);
  return [status, (body.errors ?? []).map(({ field, code }) => [field, code])];
};

describe('the saved view of a scan', () => {
  it('is stored with positions inside the volume', async () => {
    expect(await errorsOf([stateAt({})])).toEqual([200, []]);
    expect(await errorsOf([stateAt({ radialAxisMm: { x: 3, z: -4 } })])).toEqual([200, []]);
  });

  it.each([
    [{ sag: 900 }, 'sag'],
    [{ tra: -900 }, 'tra'],
    [{ depth: -5 }, 'depth'],
    [{ depth: 9_000 }, 'depth'],
    [{ radialAxisMm: { x: 900, z: 0 } }, 'radialAxisMm.sag'],
    [{ radialAxisMm: { x: 0, z: -900 } }, 'radialAxisMm.tra'],
  ])('is rejected with the position %o outside the volume', async (change, field) => {
    const expected = [[`value.positions.${scanId}.${field}`, 'POSITION_OUTSIDE_VOLUME']];
    expect(await errorsOf([stateAt(change)])).toEqual([400, expected]);
    // Neither behind a possible state, nor as the position of a scan beside the opened one.
    expect((await errorsOf([stateAt({}), stateAt(change)]))[0]).toBe(400);
    const secondScan = state({ [scanId]: { ...INSIDE, ...change } }, { scanId: otherScanId });
    expect((await errorsOf([secondScan]))[0]).toBe(400);
  });

  it('counts in the voxels of its own volume', async () => {
    const volume = { fileId: newId(), sizes: [4_000, 4_000, 4_000], originMm: [-100, 0, -100] };
    const counted = (spacingMm: readonly number[]) => [
      state({ [scanId]: { ...INSIDE, sag: 900 } }, { volume: { ...volume, spacingMm } }),
    ];
    expect((await errorsOf(counted([0.05, 0.05, 0.05])))[0]).toBe(200);
    expect((await errorsOf(counted([1, 1, 1])))[0]).toBe(400);
  });

  it('is stored without a check while the scan has no volume, and stays stored afterwards', async () => {
    const early = state({ [otherScanId]: { ...INSIDE, sag: 900 } }, { scanId: otherScanId });
    expect((await save([early], 'PHYSICIAN')).status).toBe(200);
    await addScanVolume(tenants, otherScanId);
    expect((await save([stateAt({}), early], 'PHYSICIAN')).status).toBe(200);
    expect((await save([early])).status).toBe(400);
  });

  it('is ignored where it is no state', async () => {
    expect(await errorsOf([{ positions: { [scanId]: { sag: 900 } } }, 'x', null])).toEqual([
      200,
      [],
    ]);
  });
});
