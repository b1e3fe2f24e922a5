import { describe, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry } from '#geometry';
import { depthWeights, meanOfRows } from './depth-mean.ts';
import { slabOffsetsMm } from './slab-offsets.ts';

const [WIDTH, ROWS, SLICES] = [8, 40, 6] as const;
const ROW_MM = 0.3;
const geometry = scannedVolumeGeometry([WIDTH, ROWS, SLICES], [0.6, ROW_MM, 0.7], 2);
const frameAt = (depth: number) =>
  imageFrame(geometry, 'COR', null, { sag: 0, tra: 0, depth, rad: 0 });
const mean = (thicknessMm: number) => ({ kind: 'mean', thicknessMm }) as const;

/** Returns voxels of varied grey levels without a regular pattern. */
function variedVoxels(): Uint8Array {
  return Uint8Array.from({ length: WIDTH * ROWS * SLICES }, (_, index) => (index * 7919) % 256);
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
    const voxels = variedVoxels();
    const frame = frameAt(depth);
    const slabWeights = depthWeights(geometry, geometry, frame, mean(thicknessMm));
    if (slabWeights === null) throw new Error('No slab');
    expect(slabWeights.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    const into = new Float32Array(WIDTH * SLICES);
    meanOfRows(voxels, geometry, slabWeights, { from: 0, to: SLICES }, into);
    const rows = slabOffsetsMm(geometry, frame, thicknessMm)
      .map((mm) => depth + mm / ROW_MM)
      .filter((row) => row >= -0.5 && row <= ROWS - 0.5)
      .map((row) => Math.min(ROWS - 1, Math.max(0, row)));
    for (const [x, z] of [
      [0, 0],
      [5, 2],
      [7, 5],
    ] as const) {
      const sum = rows.reduce((total, row) => total + greyLevelAt(voxels, x, row, z), 0);
      expect(255 * (into[x + WIDTH * z] ?? 0)).toBeCloseTo(sum / rows.length, 2);
    }
  });

  it('writes only the requested slices', () => {
    const slabWeights = depthWeights(geometry, geometry, frameAt(20), mean(2));
    if (slabWeights === null) throw new Error('No slab');
    const into = new Float32Array(WIDTH * SLICES).fill(-1);
    meanOfRows(variedVoxels(), geometry, slabWeights, { from: 2, to: 3 }, into);
    const writtenSlices = [...into].flatMap((value, index) =>
      value === -1 ? [] : Math.floor(index / WIDTH),
    );
    expect(writtenSlices).toEqual(Array(WIDTH).fill(2));
  });

  it('has no weights for another kind, without thickness, in another plane or outside the volume', () => {
    const none = [
      depthWeights(geometry, geometry, frameAt(20), { kind: 'mip', thicknessMm: 2 }),
      depthWeights(geometry, geometry, frameAt(20), mean(0)),
      depthWeights(geometry, geometry, frameAt(-3), mean(2)),
      ...(['SAG', 'TRA', 'RAD'] as const).map((plane) => {
        const frame = imageFrame(geometry, plane, null, { sag: 0, tra: 0, depth: 9, rad: 0 });
        return depthWeights(geometry, geometry, frame, mean(2));
      }),
    ];
    expect(none).toEqual(none.map(() => null));
  });
});
