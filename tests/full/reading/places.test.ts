import { describe, expect, it } from 'vitest';
import { type ConditionResult, runPlaces } from '../../fom/places/run-places.ts';

describe('the markers of imported volumes in the running product', () => {
  it('lie within a voxel where the header of the file places them, with the right letters and words', async () => {
    const results: ConditionResult[] = [];
    for await (const result of runPlaces({ quick: true, grids: null })) results.push(result);
    expect(results.flatMap(({ tally }) => tally.problems)).toEqual([]);
    for (const { grid, condition, tally, voxelMm } of results) {
      const name = `${grid} ${condition}`;
      expect(tally.views, name).toBeGreaterThan(0);
      expect(tally.balls, name).toBeGreaterThan(tally.views / 2);
      expect(tally.worstMm / voxelMm, name).toBeLessThanOrEqual(1);
    }
    expect(results.map(({ grid }) => grid)).toContain('oblique-x');
  });
});
