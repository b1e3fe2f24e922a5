import { describe, expect, it } from 'vitest';
import { distance, type Vec3 } from '#geometry';
import { makeMask } from '../model/segmentation/voxel-mask.ts';
import { type Contour, type ContourPlane, maskContours } from './mask-contours.ts';

const CENTRE: Vec3 = [12.3, 20.1, -7.4];
const RADIUS_MM = 6;
const GRID = {
  sizes: [36, 36, 36],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [CENTRE[0] - 8.75, CENTRE[1] - 8.75, CENTRE[2] - 8.75],
} as const;
const BALL = makeMask(GRID, (mm) => distance(mm, CENTRE) <= RADIUS_MM);

const PLANES: Readonly<Record<string, ContourPlane>> = {
  sagittal: { pointMm: CENTRE, right: [0, 0, -1], down: [0, 1, 0] },
  coronal: { pointMm: [0, CENTRE[1], 0], right: [1, 0, 0], down: [0, 0, -1] },
  transverse: { pointMm: CENTRE, right: [1, 0, 0], down: [0, 1, 0] },
  radial: { pointMm: CENTRE, right: [Math.SQRT1_2, 0, Math.SQRT1_2], down: [0, 1, 0] },
};

/** Returns the enclosed area in mm², for contours in a plane through the centre. */
function areaOf(contour: Contour, { right, down }: ContourPlane): number {
  const flat = contour.map((mm) => {
    const [x, y, z] = [mm[0] - CENTRE[0], mm[1] - CENTRE[1], mm[2] - CENTRE[2]];
    return [
      x * right[0] + y * right[1] + z * right[2],
      x * down[0] + y * down[1] + z * down[2],
    ] as const;
  });
  let doubled = 0;
  for (const [n, [u, v]] of flat.entries()) {
    const [nextU, nextV] = flat[(n + 1) % flat.length] ?? [0, 0];
    doubled += u * nextV - nextU * v;
  }
  return Math.abs(doubled) / 2;
}

describe('contours of a mask', () => {
  it.each(Object.entries(PLANES))(
    'are one closed circle of the ball in the %s plane, in mm',
    (_, plane) => {
      const contours = maskContours(BALL, plane);
      expect(contours).toHaveLength(1);
      const [contour = []] = contours;
      expect(contour.length).toBeGreaterThan(12);
      expect(contour.at(-1)).toEqual(contour[0]);
      for (const mm of contour)
        expect(Math.abs(distance(mm, CENTRE) - RADIUS_MM)).toBeLessThan(0.35);
      expect(Math.abs(areaOf(contour, plane) / (Math.PI * RADIUS_MM ** 2) - 1)).toBeLessThan(0.05);
    },
  );

  it('shrink towards the pole of the ball and are absent beyond it', () => {
    const at = (offsetMm: number) =>
      maskContours(BALL, {
        pointMm: [0, CENTRE[1] + offsetMm, 0],
        right: [1, 0, 0],
        down: [0, 0, -1],
      });
    const [near = []] = at(4);
    for (const mm of near) {
      const radius = Math.hypot(mm[0] - CENTRE[0], mm[2] - CENTRE[2]);
      expect(Math.abs(radius - Math.sqrt(20))).toBeLessThan(0.4);
    }
    expect(at(7)).toEqual([]);
    expect(at(50)).toEqual([]);
  });

  it('include the border of a hole as a contour of its own', () => {
    const shell = makeMask(GRID, (mm) => {
      const fromCentre = distance(mm, CENTRE);
      return fromCentre <= RADIUS_MM && fromCentre >= 3;
    });
    const contours = maskContours(shell, {
      pointMm: CENTRE,
      right: [1, 0, 0],
      down: [0, 1, 0],
    });
    expect(contours).toHaveLength(2);
    for (const contour of contours) expect(contour.at(-1)).toEqual(contour[0]);
  });

  it('are closed where the mask touches the end of its grid', () => {
    const full = makeMask(GRID, () => true);
    const contours = maskContours(full, { pointMm: CENTRE, right: [1, 0, 0], down: [0, 1, 0] });
    expect(contours).toHaveLength(1);
    expect(contours[0]?.at(-1)).toEqual(contours[0]?.[0]);
  });

  it('are absent for an empty mask', () => {
    const empty = makeMask(GRID, () => false);
    expect(maskContours(empty, { pointMm: CENTRE, right: [1, 0, 0], down: [0, 1, 0] })).toEqual([]);
  });
});
