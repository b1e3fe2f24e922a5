import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { ballVolume } from '../test-support/ball-volume.ts';
import { dbGrid, dbVolume } from './index.ts';

const source = ballVolume({
  sizes: [8, 6, 4],
  spacingMm: [0.5, 0.25, 1],
  originMm: [10, 0.125, -3],
  balls: [],
});

describe('a volume in decibels', () => {
  it('is rejected by name without a dynamic range', () => {
    for (const dynamicRangeDb of [null, 0, -60, Number.NaN]) {
      const result = dbVolume({ ...source, dynamicRangeDb });
      expect(result).toMatchObject({ ok: false, problem: { code: 'DYNAMIC_RANGE_UNKNOWN' } });
    }
  });

  it('is rejected by name if sizes, spacing or coverage contradict the data', () => {
    const wrong = [
      { ...source, voxels: new Uint8Array(7) },
      { ...source, coverage: new Uint8Array(7) },
      { ...source, geometry: { ...source.geometry, spacingMm: [0.5, Number.NaN, 1] as const } },
      { ...source, geometry: { ...source.geometry, originMm: [0, Infinity, 1] as const } },
    ];
    for (const one of wrong) {
      expect(dbVolume(one)).toMatchObject({
        ok: false,
        problem: { code: 'VOLUME_GRID_INVALID' },
      });
    }
  });

  it('is rejected by name if it is larger than any recording of a breast', () => {
    for (const spacingMm of [
      [100, 100, 100],
      [1e9, 1e-9, 1],
    ] as const) {
      const result = dbVolume({ ...source, geometry: { ...source.geometry, spacingMm } });
      expect(result).toMatchObject({ ok: false, problem: { code: 'VOLUME_TOO_LARGE' } });
    }
  });

  it('has the same level in dB whatever dynamic range the grey levels span', () => {
    const at = (dynamicRangeDb: number): number => {
      const voxels = new Uint8Array(source.voxels.length).fill(255 - (255 * 27) / dynamicRangeDb);
      return dbGrid(unwrap(dbVolume({ ...source, voxels, dynamicRangeDb })), 1).db[0] ?? 0;
    };
    expect(at(50)).toBeCloseTo(-27, 0);
    expect(at(70)).toBeCloseTo(-27, 0);
  });

  it('is averaged to cubic voxels whose centres keep their location in millimetres', () => {
    const grid = dbGrid(unwrap(dbVolume(source)), 1);
    expect(grid.sizes).toEqual([4, 2, 4]);
    expect(grid.spacingMm).toEqual([1, 1, 1]);
    // The outer edges are at 9.75, 0 and -3.5 mm.
    expect(grid.originMm).toEqual([10.25, 0.5, -3]);
  });

  it('repeats the nearest voxels where the volume is coarser than the grid', () => {
    const grid = dbGrid(unwrap(dbVolume(source)), 0.25);
    expect(grid.sizes).toEqual([16, 6, 16]);
    const [first, second] = grid.db;
    expect(first).toBe(second);
  });

  it('ignores voxels that no beam reached, in levels and in the mask', () => {
    const voxels = new Uint8Array(source.voxels.length).fill(200);
    const coverage = new Uint8Array(voxels.length).fill(255);
    voxels[0] = 0;
    coverage[0] = 0;
    const all = new Uint8Array(voxels.length);
    const grid = dbGrid(unwrap(dbVolume({ ...source, voxels, coverage })), 1);
    const none = dbGrid(unwrap(dbVolume({ ...source, voxels, coverage: all })), 1);
    expect(grid.db[0]).toBeCloseTo(((200 - 255) * 60) / 255, 4);
    expect(grid.mask[0]).toBe(1);
    expect(none.mask[0]).toBe(0);
  });

  it('covers the coverage radius when no mask is stored', () => {
    const geometry = { ...source.geometry, coverageRadiusMm: 1 };
    const volume = unwrap(dbVolume({ ...source, geometry, coverage: null }));
    const middle = 3 + 8 * (0 + 6 * 1);
    expect(volume.isCovered(middle)).toBe(true);
    expect(volume.isCovered(0)).toBe(false);
  });
});
