import { describe, expect, it } from 'vitest';
import type { Vec3, VolumeGeometry } from '#geometry';
import { lesionMarks } from './lesion-marks.ts';

const VOLUME: VolumeGeometry = {
  sizes: [5, 3, 4],
  spacingMm: [1, 0.5, 2],
  originMm: [-2, 0.25, -3],
  coverageRadiusMm: 2.5,
};

const lesionAt = ([x, y, z]: Vec3) => ({
  centreMm: [x, y, z] as const,
  boxMm: {
    min: [x - 0.5, y - 0.25, z - 0.5] as const,
    max: [x + 0.5, y + 0.25, z + 0.5] as const,
  },
});

describe('the marks of a detected lesion', () => {
  it('are boxes in three planes in the colour of the model; the first represents the finding', () => {
    const marks = Object.values(lesionMarks(VOLUME, lesionAt([1, 0.75, 2])) ?? {});
    expect(marks.map(({ planeView, rep }) => [planeView, rep])).toEqual([
      ['TRA', true],
      ['COR', false],
      ['SAG', false],
    ]);
    for (const { markViewParams } of marks) {
      expect(markViewParams).toMatchObject({ colour: '#FF5733', generatedBy: 'AIAD' });
    }
  });

  it('have a clock angle below 360° where rounding puts the centre just right of the midline', () => {
    const marks = lesionMarks(VOLUME, lesionAt([-2.3e-16, 0.75, 2]));
    expect(Object.values(marks ?? {}).map(({ rad }) => rad)).toEqual([0, 0, 0]);
  });
});
