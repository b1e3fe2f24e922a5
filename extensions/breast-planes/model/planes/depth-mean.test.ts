import { describe, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry, type VolumeGeometry } from '#geometry';
import { depthWeights, meanOfRows } from './depth-mean.ts';
import { slabOffsetsMm } from './slab-offsets.ts';

const geometry = scannedVolumeGeometry([8, 40, 6], [0.6, 0.3, 0.7], 2);
const at = (depth: number) => imageFrame(geometry, 'COR', null, { sag: 0, tra: 0, depth, rad: 0 });
const mean = (thicknessMm: number) => ({ kind: 'mean', thicknessMm }) as const;

function aVolume({ sizes }: VolumeGeometry): Uint8Array {
  return Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, n) => (n * 7919) % 256);
}

/** Returns the grey level between two rows of a column by linear interpolation. */
function greyLevelAt(voxels: Uint8Array, x: number, row: number, z: number): number {
  const [nx, ny] = geometry.sizes;
  const voxelAt = (y: number): number =>
    voxels[x + nx * (Math.min(ny - 1, Math.max(0, y)) + ny * z)] ?? Number.NaN;
  const low = Math.floor(row);
  return voxelAt(low) + (voxelAt(low + 1) - voxelAt(low)) * (row - low);
}

describe('a mean slab across the depth', () => {
  it.each([
    ['inside', 20, 2],
    ['between two rows', 20.37, 2],
    ['thinner than a row', 11.5, 0.2],
    ['in fractional steps', 17, 1.55],
    ['at the skin, half outside', 0, 2],
    ['at the far end', 39, 2.5],
  ])('equals the mean of its sampled positions: %s', (_, depth, thicknessMm) => {
    const voxels = aVolume(geometry);
    const frame = at(depth);
    const slabWeights = depthWeights(geometry, geometry, frame, mean(thicknessMm));
    if (slabWeights === null) throw new Error('No slab');
    expect(slabWeights.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    const into = new Float32Array(8 * 6);
    meanOfRows(voxels, geometry, slabWeights, { from: 0, to: 6 }, into);
    const rows = slabOffsetsMm(geometry, frame, thicknessMm)
      .map((mm) => depth + mm / 0.3)
      .filter((row) => row >= -0.5 && row <= 39.5)
      .map((row) => Math.min(39, Math.max(0, row)));
    for (const [x, z] of [
      [0, 0],
      [5, 2],
      [7, 5],
    ] as const) {
      const sum = rows.reduce((all, row) => all + greyLevelAt(voxels, x, row, z), 0);
      expect(255 * (into[x + 8 * z] ?? 0)).toBeCloseTo(sum / rows.length, 2);
    }
  });

  it('writes only the requested slices', () => {
    const slabWeights = depthWeights(geometry, geometry, at(20), mean(2));
    if (slabWeights === null) throw new Error('No slab');
    const into = new Float32Array(8 * 6).fill(-1);
    meanOfRows(aVolume(geometry), geometry, slabWeights, { from: 2, to: 3 }, into);
    expect([...into].flatMap((value, n) => (value === -1 ? [] : Math.floor(n / 8)))).toEqual(
      Array(8).fill(2),
    );
  });

  it('is null for another kind, without thickness, in another plane or outside the volume', () => {
    const none = [
      depthWeights(geometry, geometry, at(20), { kind: 'mip', thicknessMm: 2 }),
      depthWeights(geometry, geometry, at(20), mean(0)),
      depthWeights(geometry, geometry, at(-3), mean(2)),
      ...(['SAG', 'TRA', 'RAD'] as const).map((plane) => {
        const frame = imageFrame(geometry, plane, null, { sag: 0, tra: 0, depth: 9, rad: 0 });
        return depthWeights(geometry, geometry, frame, mean(2));
      }),
    ];
    expect(none).toEqual(none.map(() => null));
  });
});
