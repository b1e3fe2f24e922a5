import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionToMm, scannedVolumeGeometry, subtract, type Vec3 } from '#geometry';
import { aScan } from '#testing';
import { followerPosition, linkRule, notComparableReason } from './scan-links.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
const finer = scannedVolumeGeometry([200, 90, 200], [0.25, 0.25, 0.25], 25);
const nipple = { sag: 4, tra: -6, depth: 3, rad: 0 };
const location = { ...nipple, setBy: 'x', setAt: '2026-01-01T00:00:00Z', thumbnailBase64: null };
const scan = (side: 'L' | 'R', set: boolean) =>
  aScan({ laterality: { id: side }, nippleLocation: set ? (location as never) : null });
const shown = (of = volume, nippleMm: Vec3 | null = null) => ({
  scan: scan('R', nippleMm !== null),
  volume: of,
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

  it('keep a prior at the same distance from its nipple and the same clock angle', () => {
    const currentNipple: Vec3 = [3, 4, -2];
    const priorNipple: Vec3 = [-1, 9, 5];
    const offset = fc.integer({ min: -30, max: 30 });
    const at = fc.record({ sag: offset, tra: offset, depth: fc.nat(59), rad: fc.nat(359) });
    fc.assert(
      fc.property(at, (position) => {
        const leader = shown(volume, currentNipple);
        const followerAt = followerPosition(
          'nipple',
          leader,
          position,
          shown(volume, priorNipple),
          START,
        );
        const [ax, ay, az] = subtract(positionToMm(volume, position), currentNipple);
        const [bx, by, bz] = subtract(positionToMm(volume, followerAt), priorNipple);
        expect(bx).toBeCloseTo(ax, 6);
        expect(bz).toBeCloseTo(az, 6);
        expect(by + priorNipple[1]).toBeCloseTo(ay + currentNipple[1], 6);
        expect(followerAt.rad).toBe(position.rad);
      }),
    );
  });

  it('are not comparable without both nipples or with different sizes, and give the reason', () => {
    const of = (set: boolean, geometry = volume) => ({ scan: scan('R', set), volume: geometry });
    expect(notComparableReason(of(true), of(true))).toBeNull();
    expect(notComparableReason(of(false), of(true))).toEqual({
      kind: 'nipple-not-set',
      missingIn: 'current',
    });
    expect(notComparableReason(of(true), of(false))).toEqual({
      kind: 'nipple-not-set',
      missingIn: 'prior',
    });
    expect(notComparableReason(of(false), of(false))).toEqual({
      kind: 'nipple-not-set',
      missingIn: 'both',
    });
    expect(notComparableReason(of(true), of(true, finer))).toMatchObject({ kind: 'other-sizes' });
    expect(notComparableReason(of(true), { scan: scan('R', true), volume: null })).toBeNull();
  });
});
