import { describe, expect, it } from 'vitest';
import {
  distance,
  imageFrame,
  imageToMm,
  mmToPosition,
  scannedVolumeGeometry,
  type Vec3,
} from '#geometry';
import { reachOf, shapeOutlines } from './shape-outlines.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 22);
const frameAt = (plane: 'COR' | 'TRA' | 'SAG' | 'RAD', pointMm: Vec3) =>
  imageFrame(volume, plane, null, mmToPosition(volume, null, pointMm, 0));
const REACH_MM = 0.25;

function outlineMm(...input: Parameters<typeof shapeOutlines>): readonly (readonly Vec3[])[] {
  const [, frame] = input;
  return shapeOutlines(...input).map(({ points }) =>
    points.map(({ u, v }) => imageToMm(frame, u, v)),
  );
}

describe('the reach of shapes in anisotropic voxels', () => {
  const flat = scannedVolumeGeometry([100, 60, 50], [0.5, 0.25, 2], 22);
  const reachIn = (plane: 'COR' | 'TRA' | 'SAG' | 'RAD', slabMm: number) =>
    reachOf(imageFrame(flat, plane, null, mmToPosition(flat, null, [0, 5, 0], 0)), flat, slabMm);

  it('is half a voxel across the shown plane', () => {
    expect(reachIn('COR', 0)).toBeCloseTo(0.125, 9);
    expect(reachIn('SAG', 0)).toBeCloseTo(0.25, 9);
    expect(reachIn('TRA', 0)).toBeCloseTo(1, 9);
  });

  it('is half the slab where that is thicker', () => {
    expect(reachIn('COR', 3)).toBeCloseTo(1.5, 9);
    expect(reachIn('TRA', 1)).toBeCloseTo(1, 9);
  });

  it('leaves no gap between neighbouring slices', () => {
    const point = { kind: 'point', atMm: [0, 5, 0.9] } as const;
    const frame = imageFrame(flat, 'TRA', null, mmToPosition(flat, null, [0, 5, 0], 0));
    expect(shapeOutlines(point, frame, reachOf(frame, flat, 0))).toHaveLength(1);
  });
});

describe('a shape over a plane', () => {
  it('shows a point in its slice only', () => {
    const point = { kind: 'point', atMm: [3, 8, 5] } as const;
    expect(shapeOutlines(point, frameAt('TRA', [0, 8, 5.2]), REACH_MM)).toHaveLength(1);
    expect(shapeOutlines(point, frameAt('TRA', [0, 8, 5.4]), REACH_MM)).toEqual([]);
  });

  it('shows a ball as the circle in which each plane cuts it', () => {
    const centreMm: Vec3 = [3, 10, 5];
    const ball = { kind: 'ball', centreMm, radiusMm: 5, label: 'A' } as const;
    for (const plane of ['COR', 'TRA', 'SAG', 'RAD'] as const) {
      const [circle = []] = outlineMm(ball, frameAt(plane, centreMm), REACH_MM);
      expect(circle.length).toBeGreaterThan(20);
      for (const point of circle) expect(distance(point, centreMm)).toBeCloseTo(5, 6);
    }
    const [cut = []] = outlineMm(ball, frameAt('TRA', [0, 10, 9.25]), REACH_MM);
    expect(distance(cut[0] ?? [0, 0, 0], [3, 10, 9.25])).toBeCloseTo(3, 6);
    expect(shapeOutlines(ball, frameAt('TRA', [0, 10, 10.3]), REACH_MM)).toEqual([]);
  });

  it('shows a box as a rectangle in straight planes and a polygon in radial ones', () => {
    const box = { kind: 'box', minMm: [2, 6, -4], maxMm: [8, 12, 4] } as const;
    const [rectangle = []] = outlineMm(box, frameAt('TRA', [5, 8, 1]), REACH_MM);
    const corners = rectangle.map((point) =>
      point
        .slice(0, 2)
        .map((mm) => mm.toFixed(6))
        .join(' '),
    );
    const expected = ['2 6', '2 12', '8 6', '8 12'].map((pair) =>
      pair
        .split(' ')
        .map((mm) => Number(mm).toFixed(6))
        .join(' '),
    );
    expect(corners.sort()).toEqual(expected.sort());
    const [radial = []] = outlineMm(box, frameAt('RAD', [6, 8, 3]), REACH_MM);
    expect(radial.length).toBeGreaterThanOrEqual(4);
    expect(shapeOutlines(box, frameAt('TRA', [5, 8, 4.5]), REACH_MM)).toEqual([]);
  });

  it('cuts a line at the limits of the slab and closes it on request', () => {
    const line = {
      kind: 'line',
      pointsMm: [
        [0, 5, 0],
        [0, 15, 0],
        [10, 15, 0],
      ],
    } as const;
    const [cut = []] = outlineMm(line, frameAt('COR', [0, 10, 0]), 2);
    expect(cut).toHaveLength(2);
    const straight = shapeOutlines(line, frameAt('TRA', [0, 10, 0]), REACH_MM);
    expect(straight.map(({ points }) => points.length)).toEqual([3]);
    const closed = shapeOutlines({ ...line, closed: true }, frameAt('TRA', [0, 10, 0]), REACH_MM);
    expect(closed.map(({ points }) => points.length)).toEqual([4]);
    expect(shapeOutlines(line, frameAt('TRA', [0, 10, 1]), REACH_MM)).toEqual([]);
  });
});
