import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { type FileAxis, reorient } from '#volume';
import { middleSlices } from './middle-slices.ts';
import {
  axisTowards,
  depthFromSkin,
  EDGES,
  isHead,
  isSkin,
  type SliceEdge,
  skinAndHead,
} from './slice-edges.ts';

const ALL: readonly SliceEdge[] = ([0, 1, 2] as const).flatMap((slice) =>
  EDGES.map((edge) => ({ slice, edge })),
);
const PAIRS = ALL.flatMap((skin) =>
  ALL.filter((head) => axisTowards(head).at(1) !== axisTowards(skin).at(1)).map((head) => ({
    skin,
    head,
  })),
);
const AXES: readonly FileAxis[] = ['+i', '-i', '+j', '-j', '+k', '-k'];
const SIZES = [6, 8, 10] as const;

/** A volume whose voxels towards `skin` are bright (200) and towards `head` brighter still (250). */
function painted(skin: SliceEdge, head: SliceEdge): Uint8Array {
  const [ni, nj, nk] = SIZES;
  const isLast = (axis: FileAxis, at: readonly number[]): boolean => {
    const index = 'ijk'.indexOf(axis.charAt(1));
    return at[index] === (axis.startsWith('+') ? (SIZES[index] ?? 0) - 1 : 0);
  };
  return Uint8Array.from({ length: ni * nj * nk }, (_, n) => {
    const at = [n % ni, Math.floor(n / ni) % nj, Math.floor(n / ni / nj)];
    if (isLast(axisTowards(head), at)) return 250;
    return isLast(axisTowards(skin), at) ? 200 : 10;
  });
}

const imageOf = (data: Uint8Array) => ({
  sizes: SIZES,
  spacingMm: [1, 1, 1],
  offset: [0, 0, 0],
  data,
  scaling: null,
  header: {},
  isInPatient: false,
  elementType: 'uint8',
  directions: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
});

describe('the edges of the three middle slices', () => {
  it('reach each direction of each voxel axis twice', () => {
    for (const axis of AXES) {
      expect(ALL.filter((at) => axisTowards(at) === axis)).toHaveLength(2);
    }
  });

  it('turn each pair of skin and head the right way up', () => {
    expect(PAIRS).toHaveLength(96);
    for (const { skin, head } of PAIRS) {
      const depthAxis = depthFromSkin(skin);
      const headAxis = axisTowards(head);
      const image = imageOf(painted(skin, head)) as unknown as Parameters<typeof reorient>[0];
      const { geometry, voxels } = unwrap(reorient(image, depthAxis, headAxis));
      const [nx, ny, nz] = geometry.sizes;
      // Skin in the first layer of depth, head in the last one along z.
      expect(voxels[2 + nx * 0 + nx * ny * 2]).toBe(200);
      expect(voxels[2 + nx * 2 + nx * ny * (nz - 1)]).toBe(250);
      expect(isSkin(skin, depthAxis) && isHead(head, headAxis)).toBe(true);
    }
  });

  it('show skin and head together in one slice', () => {
    for (const { skin, head } of PAIRS) {
      const axes = { depthAxis: depthFromSkin(skin), headAxis: axisTowards(head) };
      const shown = skinAndHead(axes);
      expect(depthFromSkin({ slice: shown!.slice, edge: shown!.skin })).toBe(axes.depthAxis);
      expect(axisTowards({ slice: shown!.slice, edge: shown!.head })).toBe(axes.headAxis);
    }
    expect(skinAndHead({ depthAxis: '+i', headAxis: '-i' })).toBeNull();
  });

  it('lie where the slices are bright', () => {
    for (const { skin, head } of PAIRS) {
      const data = painted(skin, head);
      const slices = middleSlices({ sizes: SIZES, spacingMm: [1, 1, 1], data });
      const { width, height, levels } = slices[head.slice]!;
      const [x, y] = { top: [2, 0], bottom: [2, height - 1], left: [0, 2], right: [width - 1, 2] }[
        head.edge
      ] as [number, number];
      expect(levels[x + width * y]).toBe(250);
    }
  });
});

describe('the middle slices', () => {
  it('are at most 160 pixels wide and high, with the proportions in millimetres', () => {
    const sizes = [400, 50, 20] as const;
    const data = new Uint8Array(400 * 50 * 20).fill(7);
    const slices = middleSlices({ sizes, spacingMm: [0.5, 2, 10], data });
    expect(slices.map(({ width, height }) => [width, height])).toEqual([
      [160, 50],
      [160, 20],
      [50, 20],
    ]);
    expect(slices.map(({ widthMm, heightMm }) => [widthMm, heightMm])).toEqual([
      [200, 100],
      [200, 200],
      [100, 200],
    ]);
    expect(slices[0]?.levels.every((level) => level === 7)).toBe(true);
  });
});
