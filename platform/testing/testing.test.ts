import { describe, expect, it } from 'vitest';
import { findingSchema, patientSchema, scanFileSchema, scanSchema, studySchema } from '#contracts';
import { aFinding, aPatient, aScan, aScanFile, aStudy, aVolume, ball, fakeClock } from './index.ts';

describe('an entity from a builder', () => {
  it('is accepted by the contracts', () => {
    for (const [schema, entity] of [
      [patientSchema, aPatient()],
      [studySchema, aStudy()],
      [scanSchema, aScan({ laterality: { id: 'L' } })],
      [scanFileSchema, aScanFile()],
      [findingSchema, aFinding()],
    ] as const) {
      expect(schema.safeParse(entity).error).toBeUndefined();
    }
  });

  it('has new ids every time', () => {
    expect(aPatient().id).not.toBe(aPatient().id);
  });
});

describe('a volume from the builder', () => {
  it('is painted in millimetres', () => {
    const { geometry, voxels } = aVolume({ sizes: [5, 4, 3], paint: ball([0, 1.5, 0], 0.1) });
    const [nx, ny] = geometry.sizes;
    // The ball holds only the centre of voxel (2, 1, 1).
    expect(voxels.indexOf(200)).toBe(2 + nx * (1 + ny * 1));
    expect(voxels.filter((value) => value === 200)).toHaveLength(1);
  });
});

describe('a fake clock', () => {
  it('runs due timers in order, each at its own time, except cancelled timers', () => {
    const clock = fakeClock(1000);
    const runs: string[] = [];
    clock.after(20, () => runs.push(`b${clock.now()}`));
    clock.after(10, () => {
      runs.push(`a${clock.now()}`);
      clock.after(5, () => runs.push(`c${clock.now()}`));
    });
    clock.after(12, () => runs.push('never')).dispose();
    clock.advance(18);
    expect(runs).toEqual(['a1010', 'c1015']);
    expect(clock.pending).toBe(1);
    clock.advance(2);
    expect(runs).toEqual(['a1010', 'c1015', 'b1020']);
  });
});
