import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { radialDirection, type Vec3 } from '#geometry';
import type { GuidePoint } from '../model/segmentation/segmentation.ts';
import { maskAxesMm, maskVolumeMm3, visitMask } from '../model/segmentation/voxel-mask.ts';
import { joinOutlines, type SliceOutline } from './join-outlines.ts';

const CENTRE: Vec3 = [10, 25, -40];
const ANGLES = [0, 30, 60, 90, 120, 150];
const everywhere = { points: [], isRecorded: () => true };

/** Outline of an ellipsoid about a centre in the slice at a clock angle through CENTRE. */
function ellipseIn(clockDeg: number, radiiMm: Vec3, scale = 1): SliceOutline {
  const [dx, , dz] = radialDirection(clockDeg);
  const acrossMm = scale / Math.hypot(dx / radiiMm[0], dz / radiiMm[2]);
  const pointsMm = Array.from({ length: 60 }, (_, n): Vec3 => {
    const angle = (2 * Math.PI * n) / 60;
    const along = acrossMm * Math.cos(angle);
    const down = scale * radiiMm[1] * Math.sin(angle);
    return [CENTRE[0] + along * dx, CENTRE[1] + down, CENTRE[2] + along * dz];
  });
  return { clockDeg, pointsMm };
}

const ellipsoid = (radiiMm: Vec3, angles = ANGLES): readonly SliceOutline[] =>
  angles.map((clockDeg) => ellipseIn(clockDeg, radiiMm));

const volumeOf = ([a, b, c]: Vec3): number => (4 / 3) * Math.PI * a * b * c;

describe('outlines of slices, joined', () => {
  it.each([
    [5, 5, 5],
    [8, 4, 6],
    [3, 9, 3],
  ] as const)('give volume and axes of an ellipsoid of %d × %d × %d mm', (...radii) => {
    const { mask, agreeing } = unwrap(joinOutlines(CENTRE, ellipsoid(radii), everywhere));
    expect(agreeing).toHaveLength(6);
    expect(maskVolumeMm3(mask) / volumeOf(radii)).toBeGreaterThan(0.93);
    expect(maskVolumeMm3(mask) / volumeOf(radii)).toBeLessThan(1.07);
    const [length, width, height] = maskAxesMm(mask);
    expect(Math.abs(length - 2 * Math.max(radii[0], radii[2]))).toBeLessThan(1.1);
    expect(Math.abs(width - 2 * Math.min(radii[0], radii[2]))).toBeLessThan(1.1);
    expect(Math.abs(height - 2 * radii[1])).toBeLessThan(1.1);
  });

  it('follow a lesion that extends to one side of the click', () => {
    const shifted = ellipsoid([6, 5, 6]).map((slice) => {
      const [dx, , dz] = radialDirection(slice.clockDeg);
      // Each slice cuts a sphere whose centre is 3 mm to the left of the click.
      const [alongMm, offMm] = [3 * dx, 3 * dz];
      const radiusMm = Math.sqrt(36 - offMm ** 2);
      const pointsMm = Array.from({ length: 60 }, (_, n): Vec3 => {
        const angle = (2 * Math.PI * n) / 60;
        const along = alongMm + radiusMm * Math.cos(angle);
        return [
          CENTRE[0] + along * dx,
          CENTRE[1] + radiusMm * Math.sin(angle),
          CENTRE[2] + along * dz,
        ];
      });
      return { ...slice, pointsMm };
    });
    const { mask } = unwrap(joinOutlines(CENTRE, shifted, everywhere));
    const xs: number[] = [];
    visitMask(mask, ([x]) => xs.push(x));
    expect(Math.abs((Math.min(...xs) + Math.max(...xs)) / 2 - CENTRE[0] - 3)).toBeLessThan(0.5);
    expect(maskVolumeMm3(mask) / volumeOf([6, 6, 6])).toBeGreaterThan(0.9);
    expect(maskVolumeMm3(mask) / volumeOf([6, 6, 6])).toBeLessThan(1.1);
  });

  it('leave out one outline that is much larger, and one that misses the click', () => {
    const slices = [...ellipsoid([5, 5, 5])];
    slices[1] = ellipseIn(30, [5, 5, 5], 2.5);
    const shifted = ellipseIn(90, [5, 5, 5]);
    slices[3] = { ...shifted, pointsMm: shifted.pointsMm.map(([x, y, z]): Vec3 => [x + 20, y, z]) };
    const { mask, agreeing } = unwrap(joinOutlines(CENTRE, slices, everywhere));
    expect(agreeing.map(({ clockDeg }) => clockDeg)).toEqual([0, 60, 120, 150]);
    expect(maskVolumeMm3(mask) / volumeOf([5, 5, 5])).toBeGreaterThan(0.93);
    expect(maskVolumeMm3(mask) / volumeOf([5, 5, 5])).toBeLessThan(1.07);
  });

  it.each([
    ['no outline', []],
    ['two outlines', ellipsoid([5, 5, 5], [0, 90])],
    ['outlines of all sizes', ANGLES.map((deg, n) => ellipseIn(deg, [3, 3, 3], 1.5 ** n))],
  ] as const)('fail by name with %s', (_, slices) => {
    const joined = joinOutlines(CENTRE, slices, everywhere);
    expect(joined).toMatchObject({ ok: false, problem: { code: 'SLICES_DISAGREE' } });
  });

  it('end where nothing was recorded', () => {
    const isRecorded = ([, y]: Vec3): boolean => y >= CENTRE[1];
    const joined = joinOutlines(CENTRE, ellipsoid([5, 5, 5]), { points: [], isRecorded });
    const { mask } = unwrap(joined);
    expect(maskVolumeMm3(mask) / volumeOf([5, 5, 5])).toBeCloseTo(0.5, 1);
    visitMask(mask, ([, y]) => expect(y).toBeGreaterThanOrEqual(CENTRE[1]));
  });

  it('pass the guide points on their side, and stay the same on the other side', () => {
    const at = (dx: number): Vec3 => [CENTRE[0] + dx, CENTRE[1], CENTRE[2] + dx / 3];
    const points: readonly GuidePoint[] = [
      { mm: at(8), inside: true },
      { mm: at(-3), inside: false },
    ];
    const { mask } = unwrap(
      joinOutlines(CENTRE, ellipsoid([5, 5, 5]), { points, isRecorded: () => true }),
    );
    const has = (mm: Vec3): boolean => {
      let found = false;
      visitMask(mask, (voxel) => {
        found ||= Math.hypot(voxel[0] - mm[0], voxel[1] - mm[1], voxel[2] - mm[2]) < 0.45;
      });
      return found;
    };
    expect([has(at(7.9)), has(at(-3))]).toEqual([true, false]);
    expect(has([CENTRE[0], CENTRE[1], CENTRE[2] + 4.5])).toBe(true);
    expect(has([CENTRE[0], CENTRE[1] - 4.5, CENTRE[2]])).toBe(true);
  });
});
