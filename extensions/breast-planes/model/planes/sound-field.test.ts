import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  imageFrame,
  imageToMm,
  mmToPosition,
  offPlaneMm,
  positionToMm,
  scannedVolumeGeometry,
  subtract,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
} from '#geometry';
import { planeToEnd, positionKey } from './linked-position.ts';
import { clampToSoundField, isInSoundField, withTypedPlane } from './sound-field.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [1, 1, 1], 45);
const START = { sag: 5, tra: -8, depth: 20, rad: 30 };

describe('the sound field', () => {
  it('ends at the covered radius, the transducer face and the last voxel', () => {
    expect(isInSoundField(volume, [45.4, 20, 0])).toBe(true);
    expect(isInSoundField(volume, [45.6, 20, 0])).toBe(false);
    expect(isInSoundField(volume, [40, 20, 40])).toBe(false);
    expect(isInSoundField(volume, [0, 0, 0])).toBe(true);
    expect(isInSoundField(volume, [0, -0.1, 0])).toBe(false);
    expect(isInSoundField(volume, [0, 60.1, 0])).toBe(false);
  });
});

describe('a clicked point', () => {
  const nippleMm: Vec3 = [4, 2, -6];
  const points = fc.tuple(
    fc.double({ min: -1, max: 2, noNaN: true }),
    fc.double({ min: -1, max: 2, noNaN: true }),
  );

  it.each(VOLUME_PLANES)(
    'of the %s image is clamped to the sound field and stays in the image',
    (plane) => {
      const frame = imageFrame(volume, plane, nippleMm, START);
      fc.assert(
        fc.property(points, ([u, v]) => {
          const pointMm = frame.originMm.map(
            (mm, axis) =>
              mm +
              u * frame.widthMm * (frame.right[axis] ?? 0) +
              v * frame.heightMm * (frame.down[axis] ?? 0),
          ) as unknown as Vec3;
          const clamped = clampToSoundField(volume, frame, pointMm);
          expect(isInSoundField(volume, clamped)).toBe(true);
          const moved = subtract(clamped, pointMm);
          const [rx, , rz] = frame.right;
          if (plane !== 'COR') expect(moved[0] * rz - moved[2] * rx).toBeCloseTo(0, 6);
          if (isInSoundField(volume, pointMm)) expect(Math.hypot(...moved)).toBeLessThan(1e-6);
        }),
      );
    },
  );
});

describe('a typed plane', () => {
  const typed = fc.double({ min: -400, max: 400, noNaN: true });

  it.each(VOLUME_PLANES)('%s keeps the point where the planes meet in the sound field', (plane) => {
    fc.assert(
      fc.property(typed, (value) => {
        const position = withTypedPlane(volume, START, plane, value);
        expect(isInSoundField(volume, positionToMm(volume, position))).toBe(true);
      }),
    );
  });

  it('moves no other plane within the sound field', () => {
    expect(withTypedPlane(volume, START, 'SAG', -30)).toEqual({ ...START, sag: -30 });
    expect(withTypedPlane(volume, START, 'TRA', 40)).toEqual({ ...START, tra: 40 });
    expect(withTypedPlane(volume, START, 'COR', 7.5)).toEqual({ ...START, depth: 7.5 });
    expect(withTypedPlane(volume, START, 'RAD', 300)).toEqual({ ...START, rad: 300 });
  });

  it('is clamped at the rim and moves the other plane inwards', () => {
    const { sag, tra } = withTypedPlane(volume, { ...START, tra: 40 }, 'SAG', 40);
    expect([sag, tra]).toEqual([40, expect.closeTo(Math.sqrt(45.5 ** 2 - 40 ** 2), 6)]);
    expect(withTypedPlane(volume, START, 'SAG', 80).sag).toBe(45.5);
    expect(withTypedPlane(volume, START, 'COR', 99).depth).toBe(59);
  });
});

describe('the sound field of a volume that was resampled from oblique axes', () => {
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  const oblique: VolumeGeometry = {
    ...volume,
    coverageRadiusMm: 71,
    recordedBox: {
      cornerMm: [-30, 4, -25],
      edgesMm: [
        [60, 0, 0],
        [0, 40 * cos, 40 * sin],
        [0, -60 * sin, 60 * cos],
      ],
    },
  };
  const inside: Vec3 = [0, 15, 10];

  it('ends at the faces of the recorded box', () => {
    expect(isInSoundField(oblique, inside)).toBe(true);
    // Above the tilted face, in a corner of the volume that the file does not contain.
    expect(isInSoundField(oblique, [0, 2, -24])).toBe(false);
    expect(isInSoundField(oblique, [-31, 15, 10])).toBe(false);
  });

  it.each(VOLUME_PLANES)('holds every clicked point of the %s image', (plane) => {
    const position = { ...mmToPosition(oblique, null, inside, 30), rad: 30 };
    const frame = imageFrame(oblique, plane, inside, position);
    const at = fc.double({ min: -0.2, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(at, at, (u, v) => {
        const clamped = clampToSoundField(oblique, frame, imageToMm(frame, u, v));
        expect(isInSoundField(oblique, clamped)).toBe(true);
        expect(Math.abs(offPlaneMm(frame, clamped))).toBeLessThan(1e-6);
      }),
    );
  });

  it.each([
    ['SAG', 60],
    ['TRA', -45],
    ['COR', 2],
    ['COR', 58],
  ] as const)('holds the point where the planes meet after %s %d was typed', (plane, value) => {
    const start = { ...mmToPosition(oblique, null, inside, 30), rad: 30 };
    const typed = withTypedPlane(oblique, start, plane, value);
    expect(isInSoundField(oblique, positionToMm(oblique, typed))).toBe(true);
  });

  it.each(['SAG', 'COR', 'TRA'] as const)(
    'ends typed positions of the %s plane at the slices of Home and End, not at a corner of the box',
    (plane) => {
      const start = mmToPosition(oblique, null, inside, 30);
      const key = positionKey(plane);
      const typedAt = (value: number) => withTypedPlane(oblique, start, plane, value);
      for (const [value, end] of [
        [-1_000, 'first'],
        [1_000, 'last'],
      ] as const) {
        const shown = planeToEnd(oblique, start, plane, end);
        expect(typedAt(value)[key]).toBe(shown[key]);
        expect(isInSoundField(oblique, positionToMm(oblique, typedAt(value)))).toBe(true);
      }
    },
  );
});
