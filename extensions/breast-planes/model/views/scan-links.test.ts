import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionToMm, scannedVolumeGeometry, subtract, type Vec3 } from '#geometry';
import { aScan } from '#testing';
import { followerPosition, linkRule, notComparableReason, planesPastEnd } from './scan-links.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
const finer = scannedVolumeGeometry([200, 90, 200], [0.25, 0.25, 0.25], 25);
const nipple = { sag: 4, tra: -6, depth: 3, rad: 0 };
const location = { ...nipple, setBy: 'x', setAt: '2026-01-01T00:00:00Z', thumbnailBase64: null };
const scan = (side: 'L' | 'R', nippleSet: boolean) =>
  aScan({ laterality: { id: side }, nippleLocation: nippleSet ? (location as never) : null });
const shown = (geometry = volume, nippleMm: Vec3 | null = null) => ({
  scan: scan('R', nippleMm !== null),
  volume: geometry,
  nippleMm,
});
const START = { sag: 0, tra: 0, depth: 10, rad: 45 };

describe('linked scans', () => {
  it('are linked by depth for two breasts, and by nipple for one breast at two times', () => {
    expect(linkRule(scan('R', true), scan('L', true))).toBe('depth');
    expect(linkRule(scan('R', true), scan('R', true))).toBe('nipple');
  });

  it('share the depth in millimetres for both breasts and nothing else', () => {
    const moved = { sag: 9, tra: 8, depth: 20, rad: 100 };
    const followerAt = followerPosition('depth', shown(), moved, shown(finer), START);
    // (20 + 0.5) * 0.5 mm = 10.25 mm = (40.5 + 0.5) * 0.25 mm
    expect(followerAt).toEqual({ ...START, depth: 40.5 });
  });

  it('stop at the follower’s limit and return without drift', () => {
    const deep = followerPosition('depth', shown(), { ...START, depth: 60 }, shown(finer), START);
    expect(deep.depth).toBe(90);
    const back = followerPosition('depth', shown(), { ...START, depth: 20 }, shown(finer), deep);
    expect(back.depth).toBe(40.5);
  });

  it('name the planes of the follower whose volume ends before the shown tissue', () => {
    const shallow = scannedVolumeGeometry([100, 40, 100], [0.5, 0.5, 0.5], 25);
    const current = shown(volume, [0, 4, 0]);
    const pastEnd = (position: typeof START, prior = shown(shallow, [0, 4, 0])) =>
      planesPastEnd('nipple', current, position, prior, START);
    expect(pastEnd(START)).toEqual([]);
    expect(pastEnd({ ...START, depth: 50 })).toEqual(['COR']);
    // The prior's nipple lies 10 mm further to the left, so its volume ends 10 mm earlier.
    const aside = shown(volume, [10, 4, 0]);
    expect(pastEnd({ ...START, sag: 45 }, aside)).toEqual(['SAG']);
    expect(pastEnd({ ...START, sag: -45 }, aside)).toEqual([]);
    const both = planesPastEnd(
      'depth',
      current,
      { ...START, sag: 45, depth: 50 },
      shown(shallow),
      START,
    );
    expect(both).toEqual(['COR']);
  });

  it('keep a prior at the same distance from its own nipple, the same depth and the same clock angle', () => {
    const currentNipple: Vec3 = [3, 4, -2];
    const priorNipple: Vec3 = [-1, 9, 5];
    const offset = fc.integer({ min: -30, max: 30 });
    const positions = fc.record({ sag: offset, tra: offset, depth: fc.nat(59), rad: fc.nat(359) });
    fc.assert(
      fc.property(positions, (position) => {
        const leader = shown(volume, currentNipple);
        const followerAt = followerPosition(
          'nipple',
          leader,
          position,
          shown(volume, priorNipple),
          START,
        );
        const leaderMm = positionToMm(volume, position);
        const followerMm = positionToMm(volume, followerAt);
        const [leaderX, , leaderZ] = subtract(leaderMm, currentNipple);
        const [followerX, , followerZ] = subtract(followerMm, priorNipple);
        expect(followerX).toBeCloseTo(leaderX, 6);
        expect(followerZ).toBeCloseTo(leaderZ, 6);
        expect(followerMm[1]).toBeCloseTo(leaderMm[1], 6);
        expect(followerAt.rad).toBe(position.rad);
      }),
    );
  });

  it('keep a radial plane beside the nipple at the same offset from the prior’s nipple', () => {
    const leader = shown(volume, [3, 4, -2]);
    const position = { ...START, radialAxisMm: { x: 10, z: 7 } };
    const prior = shown(volume, [-1, 9, 5]);
    const followerAt = followerPosition('nipple', leader, position, prior, START);
    expect(followerAt).toMatchObject({ rad: START.rad, radialAxisMm: { x: 6, z: 14 } });
  });

  it('are not comparable without both nipples or with different sizes, and give the reason', () => {
    const view = (nippleSet: boolean, geometry = volume) => ({
      scan: scan('R', nippleSet),
      volume: geometry,
    });
    expect(notComparableReason(view(true), view(true))).toBeNull();
    expect(notComparableReason(view(false), view(true))).toEqual({
      kind: 'nipple-not-set',
      missingIn: 'current',
    });
    expect(notComparableReason(view(true), view(false))).toEqual({
      kind: 'nipple-not-set',
      missingIn: 'prior',
    });
    expect(notComparableReason(view(false), view(false))).toEqual({
      kind: 'nipple-not-set',
      missingIn: 'both',
    });
    expect(notComparableReason(view(true), view(true, finer))).toMatchObject({
      kind: 'other-sizes',
    });
    expect(notComparableReason(view(true), { scan: scan('R', true), volume: null })).toBeNull();
  });
});
