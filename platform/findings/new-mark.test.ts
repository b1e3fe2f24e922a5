import { describe, expect, it } from 'vitest';
import { distance, imageToMm, scannedVolumeGeometry, type Vec3 } from '#geometry';
import { markCentreMm } from './location.ts';
import { newMark } from './new-mark.ts';

const volume = scannedVolumeGeometry([200, 90, 200], [0.5, 0.5, 0.5], 45);
const nippleMm: Vec3 = [2, 1, -3];
const request = { markType: 'LENGTH', volume, nippleMm } as const;

describe('a new mark from points in the patient', () => {
  it('shows its points where they are in the patient, in every plane', () => {
    const pairs = {
      COR: [
        [-20, 14, 12],
        [-12, 14, 18],
      ],
      TRA: [
        [-20, 14, 12],
        [-12, 9, 12],
      ],
      SAG: [
        [-20, 14, 12],
        [-20, 9, 3],
      ],
      // Both on the plane through the nipple at 3 o'clock and 9 o'clock.
      RAD: [
        [-20, 14, -3],
        [12, 9, -3],
      ],
    } as const;
    for (const [plane, pointsMm] of Object.entries(pairs)) {
      const mark = newMark({ ...request, plane: plane as keyof typeof pairs, pointsMm });
      if (!mark.ok) throw new Error(`${plane}: ${mark.problem.code}`);
      const { frame, markViewParams, planeView } = mark.value;
      expect(planeView).toBe(plane);
      for (const [n, { u, v }] of markViewParams.points.entries()) {
        expect(distance(imageToMm(frame, u, v), pointsMm[n] ?? [0, 0, 0])).toBeLessThan(1e-9);
      }
    }
  });

  it('has the colour of its generator, the tool and the ends of a length', () => {
    const pointsMm: readonly Vec3[] = [
      [0, 10, 5],
      [8, 10, 5],
    ];
    const own = { generator: 'AI', toolId: 'org.example.ruler.line' } as const;
    const mark = newMark({ ...request, ...own, plane: 'TRA', pointsMm });
    if (!mark.ok) throw new Error(mark.problem.code);
    expect(mark.value).toMatchObject({ toolId: 'org.example.ruler.line', rep: true });
    expect(mark.value.markViewParams).toMatchObject({ colour: '#9B51E0', generatedBy: 'AI' });
    expect(mark.value.markViewParams.start).toEqual(mark.value.markViewParams.points[0]);
    expect(distance(markCentreMm(mark.value), [4, 10, 5])).toBeLessThan(1e-9);
  });

  it.each([
    [
      'points in different slices',
      'MARK_POINTS_OFF_PLANE',
      [
        [0, 10, 5],
        [8, 10, 7],
      ],
    ],
    [
      'a point outside the volume',
      'MARK_OUTSIDE_IMAGE',
      [
        [0, 10, 5],
        [800, 10, 5],
      ],
    ],
    [
      'a slice outside the volume',
      'MARK_OUTSIDE_VOLUME',
      [
        [0, 10, 90],
        [8, 10, 90],
      ],
    ],
    ['a point too few', 'MARK_INCOMPLETE', [[0, 10, 5]]],
    ['no point', 'MARK_INCOMPLETE', []],
    [
      'a number that is not finite',
      'MARK_OUTSIDE_IMAGE',
      [
        [Number.NaN, 10, 5],
        [8, 10, 5],
      ],
    ],
  ] as const)('is refused for %s', (_, code, pointsMm) => {
    const mark = newMark({ ...request, plane: 'TRA', pointsMm });
    expect(!mark.ok && mark.problem.code).toBe(code);
  });
});
