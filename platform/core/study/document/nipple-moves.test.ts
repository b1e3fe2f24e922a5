import { describe, expect, it } from 'vitest';
import type { NippleLocation, Scan } from '#contracts';
import { positionInGrid, scannedVolumeGeometry } from '#geometry';
import { errorResponse, fakePlatform, settle } from '../../testing/index.ts';

const AT = '2026-01-05T09:00:00Z';
const OWN_POSITION = { sag: 1, tra: 2, depth: 3, rad: 0 };
const OTHER_POSITION = { sag: 9, tra: 8, depth: 7, rad: 0 };

async function openStudy() {
  const platform = await fakePlatform('PHYSICIAN');
  const { study, backend } = platform;
  await study.open(backend.studyId, null);
  const scan = () => backend.scans[0] as Scan;
  /** Rejects versions other than the scan's, like the server. */
  backend.server.handle('setNipple', ({ body, headers }) => {
    const ifMatch = headers.get('if-match');
    if (ifMatch === null || Number(ifMatch.replaceAll('"', '')) !== scan().version) {
      return errorResponse(412, 'VersionConflict', 'Changed', scan());
    }
    change({ nippleLocation: { ...(body as NippleLocation), setBy: null, setAt: AT } });
    return { status: 200, body: scan() };
  });
  const change = (fields: Partial<Scan>): void => {
    backend.scans[0] = { ...scan(), ...fields, version: scan().version + 1 };
  };
  const setByOther = (position: typeof OWN_POSITION): void =>
    change({ nippleLocation: { ...position, setBy: null, setAt: AT, thumbnailBase64: null } });
  const visibleNipple = () => study.store.getState().scans[0]?.nippleLocation;
  return { ...platform, scan, change, setByOther, visibleNipple };
}

describe('a nipple set by another reader meanwhile', () => {
  it('is not overwritten: the move fails and the new position is shown', async () => {
    const { study, scan, setByOther, visibleNipple } = await openStudy();
    setByOther(OTHER_POSITION);
    expect(await study.setNipple(OWN_POSITION)).toMatchObject({
      problem: { code: 'NIPPLE_MOVED' },
    });
    await settle();
    expect(scan().nippleLocation).toMatchObject(OTHER_POSITION);
    expect(visibleNipple()).toMatchObject(OTHER_POSITION);
    expect(study.store.getState().canUndo).toBe(false);
    expect((await study.setNipple(OWN_POSITION)).ok).toBe(true);
    expect(visibleNipple()).toMatchObject(OWN_POSITION);
  });

  it("is not reverted by the user's own undo", async () => {
    const { study, scan, setByOther } = await openStudy();
    await study.setNipple({ ...OWN_POSITION, sag: 4 });
    await study.setNipple(OWN_POSITION);
    setByOther(OTHER_POSITION);
    await study.refresh();
    study.undo();
    await settle();
    expect(scan().nippleLocation).toMatchObject(OTHER_POSITION);
  });
});

describe('a nipple converted to another volume grid', () => {
  it('does not count as a move: undo restores the same tissue position', async () => {
    const { study, scan, change } = await openStudy();
    const fine = scannedVolumeGeometry([200, 80, 200], [0.5, 0.5, 0.5], 50);
    const { sizes, spacingMm, originMm } = scannedVolumeGeometry([90, 40, 110], [1, 1, 1], 50);
    const coarse = { sizes, spacingMm, originMm };
    study.setVolumeGeometry(scan().id, fine);
    await study.setNipple({ ...OWN_POSITION, sag: 4 });
    const firstLocation = scan().nippleLocation;
    await study.setNipple(OWN_POSITION);
    const secondLocation = scan().nippleLocation;
    if (firstLocation == null || secondLocation?.grid == null)
      throw new Error('The nipple has no grid');
    change({
      nippleLocation: {
        ...secondLocation,
        ...positionInGrid(secondLocation.grid, coarse, secondLocation),
        grid: coarse,
      },
    });
    await study.refresh();
    study.undo();
    await settle();
    const restored = scan().nippleLocation;
    expect(restored).toMatchObject({
      sag: firstLocation.sag,
      tra: firstLocation.tra,
      grid: firstLocation.grid,
    });
  });
});

describe('a nipple', () => {
  it('is set even if other fields of the scan have changed meanwhile', async () => {
    const { study, scan, change } = await openStudy();
    change({ breastDensity: 'B' });
    expect((await study.setNipple(OWN_POSITION)).ok).toBe(true);
    expect(scan()).toMatchObject({ breastDensity: 'B', nippleLocation: OWN_POSITION });
  });

  it("moves back step by step when undo is faster than the server's responses", async () => {
    const { study, scan } = await openStudy();
    for (const sag of [1, 2, 3]) await study.setNipple({ ...OWN_POSITION, sag });
    study.undo();
    study.undo();
    await settle();
    expect(scan().nippleLocation?.sag).toBe(1);
  });
});
