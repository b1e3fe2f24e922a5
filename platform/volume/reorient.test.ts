import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { cross, dot, type Vec3 } from '#geometry';
import { phantomFile, phantomVoxel } from '#testing/files';
import type { FileAxis } from './index.ts';
import { type MetaImage, readMetaImage, reorient } from './index.ts';

const AXES: readonly FileAxis[] = ['+i', '-i', '+j', '-j', '+k', '-k'];
const sizes: Vec3 = [4, 3, 2];
const spacingMm: Vec3 = [0.5, 0.25, 2];

function source(change: Partial<MetaImage> = {}): MetaImage {
  return {
    sizes,
    spacingMm,
    offset: [10, 20, 30],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    isInPatient: true,
    elementType: 'MET_UCHAR',
    // Voxel (i, j, k) has the value i + 10 j + 100 k.
    data: Uint8Array.from(
      { length: 24 },
      (_, index) => (index % 4) + 10 * (Math.floor(index / 4) % 3) + 100 * Math.floor(index / 12),
    ),
    scaling: null,
    header: { Comment: 'kept' },
    ...change,
  };
}

const vectorOf = (name: FileAxis): Vec3 => {
  const sign = name[0] === '+' ? 1 : -1;
  return [name[1] === 'i' ? sign : 0, name[1] === 'j' ? sign : 0, name[1] === 'k' ? sign : 0];
};
const pairs = AXES.flatMap((depth) =>
  AXES.filter((head) => head[1] !== depth[1]).map((head) => [depth, head] as const),
);

describe('reorient', () => {
  it.each(pairs)(
    'keeps the value and location of each voxel for depth %s, head %s',
    (depth, head) => {
      const { geometry, voxels } = unwrap(reorient(source(), depth, head));
      const directions = [cross(vectorOf(depth), vectorOf(head)), vectorOf(depth), vectorOf(head)];
      const [nx, ny, nz] = geometry.sizes;
      for (let z = 0; z < nz; z++) {
        for (let y = 0; y < ny; y++) {
          for (let x = 0; x < nx; x++) {
            const value = voxels[x + nx * (y + ny * z)]!;
            const file: Vec3 = [value % 10, Math.floor(value / 10) % 10, Math.floor(value / 100)];
            const pointInFile: Vec3 = [10 + file[0] * 0.5, 20 + file[1] * 0.25, 30 + file[2] * 2];
            const point = [x, y, z].map(
              (index, axis) => geometry.originMm[axis]! + index * geometry.spacingMm[axis]!,
            );
            expect(point).toEqual(directions.map((direction) => dot(direction, pointInFile)));
          }
        }
      }
      expect(new Set(voxels).size).toBe(24);
    },
  );

  it('leaves a file with aligned axes unchanged', () => {
    const { geometry, voxels } = unwrap(reorient(source(), '+j', '+k'));
    expect(geometry).toEqual({
      sizes,
      spacingMm,
      originMm: [10, 20, 30],
      // Half the diagonal of 4 × 0.5 mm and 2 × 2 mm.
      coverageRadiusMm: Math.hypot(2, 4) / 2,
    });
    expect(voxels).toEqual(source().data);
  });

  it('mirrors the left axis of a left-handed file, so that left stays left', () => {
    const directions = [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const;
    const { geometry, voxels } = unwrap(reorient(source({ directions }), '+j', '+k'));
    expect([...voxels.subarray(0, 4)]).toEqual([3, 2, 1, 0]);
    // The last voxel of the row in the file, 3 × 0.5 mm before the first.
    expect(geometry.originMm[0]).toBe(8.5);
  });

  it('keeps the header of the file and the assumed axes', () => {
    const { source: header } = unwrap(reorient(source(), '-k', '+i'));
    expect(header).toEqual({ Comment: 'kept', assumedDepthAxis: '-k', assumedHeadAxis: '+i' });
  });

  it('reorients a large volume from a file at its true spacing', async () => {
    // 147 × 106 × 104 voxels; a mirrored or exchanged axis changes the levels.
    const image = unwrap(await readMetaImage(new Uint8Array(phantomFile())));
    const { geometry, voxels } = unwrap(reorient(image, '+k', '-j'));
    expect(geometry.sizes).toEqual([147, 104, 106]);
    expect(geometry.spacingMm).toEqual([0.5, 0.5, 0.5]);
    // Depth +k and head -j make left = k × -j = +i; voxel (x, y, z) is the file's (x, 105 - z, y).
    const differing = voxels.filter((value, index) => {
      const x = index % 147;
      const y = Math.floor(index / 147) % 104;
      const z = Math.floor(index / (147 * 104));
      return value !== phantomVoxel(x, 105 - z, y);
    });
    expect(voxels).toHaveLength(147 * 106 * 104);
    expect(differing).toHaveLength(0);
  });
});

describe('an import', () => {
  it.each([
    ['when depth and head share an axis', source(), '+j', '-j', 'IMPORT_SAME_AXIS'],
    [
      'when the file is a sweep of frames',
      source({ header: { Seq_Frame0000_ImageStatus: 'OK' } }),
      '+j',
      '+k',
      'IMPORT_IS_A_SWEEP',
    ],
    [
      'when its axes are skewed',
      source({
        directions: [
          [1, 0, 0],
          [0.5, 0.8, 0],
          [0, 0, 1],
        ],
      }),
      '+j',
      '+k',
      'IMPORT_DIRECTIONS',
    ],
  ] as const)('is rejected %s', (_, image, depth, head, code) => {
    const result = reorient(image, depth, head);
    expect(result.ok || result.problem.code).toBe(code);
  });
});
