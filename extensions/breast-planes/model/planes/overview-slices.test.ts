import { describe, expect, it } from 'vitest';
import { markCentreMm } from '#findings';
import { positionToMm } from '#geometry';
import { aFinding, aVolume } from '#testing';
import { overviewSlices } from './overview-slices.ts';

const { geometry } = aVolume({ sizes: [40, 20, 30] });

describe('the overview slices of a scan', () => {
  it('consist of the middle slice only if there are no findings', () => {
    expect(overviewSlices(geometry, null, [])).toEqual([
      { label: null, position: { sag: 0, tra: 0, depth: 9.5, rad: 0 } },
    ]);
  });

  it('run through the centre of each finding', () => {
    const finding = aFinding({ label: 3 });
    const [, slice] = overviewSlices(geometry, null, [finding]);
    const mark = Object.values(finding.marks)[0];
    if (slice === undefined || mark === undefined) throw new Error('No location');
    expect(slice.label).toBe(3);
    const centreMm = markCentreMm(mark);
    positionToMm(geometry, slice.position).forEach((mm, axis) => {
      expect(mm).toBeCloseTo(centreMm[axis] ?? Number.NaN, 9);
    });
  });
});
