import { describe, expect, it } from 'vitest';
import { cross, dot, type VolumeGrid, voxelToMm } from '#geometry';
import { cornersOf, type Mesh } from './mesh.ts';
import { voxelSurface } from './voxel-surface.ts';

const grid: VolumeGrid = { sizes: [40, 30, 20], spacingMm: [0.5, 0.4, 1], originMm: [-9, 3, 20] };

/** Volume in mm³ by the divergence theorem; positive if the triangles face outwards. */
function volumeMm3(mesh: Mesh): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t += 1) {
    const [a, b, c] = cornersOf(mesh, t);
    sum += dot(a, cross(b, c)) / 6;
  }
  return sum;
}

function boundsMm({ positions }: Mesh): readonly (readonly number[])[] {
  return [0, 1, 2].map((axis) => {
    const values = [...positions].filter((_, n) => n % 3 === axis);
    return [Math.min(...values), Math.max(...values)];
  });
}

/** A ball of 5 mm around a point of the grid, as a function of the voxel index. */
function ball({ sizes, spacingMm, originMm }: VolumeGrid, radiusMm: number, centre: number[]) {
  const [nx, ny] = sizes;
  return (index: number): boolean => {
    const at = [index % nx, Math.floor(index / nx) % ny, Math.floor(index / (nx * ny))];
    const mm = at.map((voxel, axis) => (originMm[axis] ?? 0) + voxel * (spacingMm[axis] ?? 0));
    return Math.hypot(...mm.map((value, axis) => value - (centre[axis] ?? 0))) <= radiusMm;
  };
}

describe('the surface around voxels', () => {
  it('lies at half a voxel beyond a box of voxels, in patient millimetres, facing outwards', () => {
    const [nx, ny] = grid.sizes;
    const isInside = (index: number): boolean => {
      const [x, y, z] = [index % nx, Math.floor(index / nx) % ny, Math.floor(index / (nx * ny))];
      return x >= 10 && x <= 19 && y >= 5 && y <= 14 && z >= 3 && z <= 9;
    };
    const mesh = voxelSurface(grid, isInside);
    if (mesh === null) throw new Error('no surface');
    const [from, to] = [voxelToMm(grid, [9.5, 4.5, 2.5]), voxelToMm(grid, [19.5, 14.5, 9.5])];
    boundsMm(mesh).forEach((range, axis) => {
      expect(range[0]).toBeCloseTo(from[axis] ?? 0, 3);
      expect(range[1]).toBeCloseTo(to[axis] ?? 0, 3);
    });
    // The surface cuts the edges of the box, 5 × 4 × 7 mm.
    expect(volumeMm3(mesh)).toBeGreaterThan(120);
    expect(volumeMm3(mesh)).toBeLessThan(140);
  });

  it('closes at the edge of the grid', () => {
    const mesh = voxelSurface({ ...grid, sizes: [2, 2, 2] }, () => true);
    if (mesh === null) throw new Error('no surface');
    expect(volumeMm3(mesh)).toBeGreaterThan(0);
  });

  it('keeps place and size of a structure that is larger than the sampled grid', () => {
    const fine: VolumeGrid = {
      sizes: [150, 60, 140],
      spacingMm: [0.1, 0.25, 0.1],
      originMm: [0, 0, 0],
    };
    const mesh = voxelSurface(fine, ball(fine, 6, [7.3, 7.2, 7]));
    if (mesh === null) throw new Error('no surface');
    expect(volumeMm3(mesh) / ((4 / 3) * Math.PI * 6 ** 3)).toBeCloseTo(1, 1);
    boundsMm(mesh).forEach(([from = 0, to = 0], axis) => {
      expect((from + to) / 2).toBeCloseTo([7.3, 7.2, 7][axis] ?? 0, 0);
      expect(to - from).toBeGreaterThan(11.6);
      expect(to - from).toBeLessThan(12.4);
    });
  });

  it('does not exist without voxels', () => {
    expect(voxelSurface(grid, () => false)).toBeNull();
  });
});
