import { describe, expect, it } from 'vitest';
import { geometryOfHeader, locationFields } from '#findings';
import { unwrap } from '#foundation';
import { dot, scannedVolumeGeometry, subtract } from '#geometry';
import { aLengthMark } from '#testing';
import {
  ALIGNED_GRIDS,
  largestMarkerErrorMm,
  MARKER_CENTRE_MM,
  MARKER_SPACING_MM,
  type MarkerGrid,
  markerMha,
  markerNrrd,
  markersOf,
  OBLIQUE_GRIDS,
} from '#testing/files';
import { readRawNrrd, type Volume, volumeFromNrrd, volumeToNrrd, writeNrrd } from '#volume';
import { parseImport } from './parse-import.ts';

const GRIDS = [...ALIGNED_GRIDS, ...OBLIQUE_GRIDS];
const HEADER_ONLY = { axes: null, overridesHeader: false };
const VOXEL_MM = Math.min(...MARKER_SPACING_MM);

async function importedVolume(bytes: Uint8Array): Promise<Volume> {
  const [file] = unwrap(await parseImport(bytes, HEADER_ONLY, 2 ** 26));
  return unwrap(volumeFromNrrd(unwrap(readRawNrrd(file!.bytes))));
}

describe('the markers of an imported volume', () => {
  const formats: readonly [string, (grid: MarkerGrid) => Uint8Array][] = [
    ['NRRD', (grid) => markerNrrd(grid)],
    ['MetaImage', (grid) => markerMha(grid)],
  ];
  it.each(
    formats.flatMap(([name, write]) =>
      GRIDS.map((grid) => [name, grid.name, write, grid] as const),
    ),
  )(
    'lie within a voxel where the header of the %s file places them: %s',
    async (_format, _name, write, grid) => {
      const errorMm = largestMarkerErrorMm(await importedVolume(write(grid)), grid);
      expect(errorMm).toBeLessThan(VOXEL_MM);
    },
  );

  it('are not resampled into more than the limit of an unpacked image', async () => {
    const [oblique] = OBLIQUE_GRIDS;
    // The file holds 44 × 52 × 36 voxels, the box around it more.
    const parsed = await parseImport(markerNrrd(oblique!), HEADER_ONLY, 44 * 52 * 36);
    expect(parsed).toMatchObject({ ok: false, problem: { code: 'IMPORT_RESAMPLED_TOO_LARGE' } });
  });
});

describe('the depth of a marker in an imported volume', () => {
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  it.each([
    ['turned by 20° about x', [0, cos, sin]],
    ['turned by -20° about x', [0, cos, -sin]],
    ['turned by 20° about y', [0, 1, 0]],
    ['turned by 20° about z', [-sin, cos, 0]],
    ['turned by -20° about z', [sin, cos, 0]],
  ] as const)('counts from the transducer face of a file that is %s', async (name, inward) => {
    const grid = OBLIQUE_GRIDS.find((oblique) => oblique.name === name)!;
    const [file] = unwrap(await parseImport(markerNrrd(grid), HEADER_ONLY, 2 ** 26));
    const geometry = geometryOfHeader(file!.header);
    // The face lies half the depth of the file, 26 voxels, before its centre.
    const faceMm = 26 * MARKER_SPACING_MM[1];
    for (const { pointMm } of markersOf(grid)) {
      const mark = aLengthMark({
        frame: {
          originMm: pointMm,
          right: [1, 0, 0],
          down: [0, 0, 1],
          widthMm: 1e-6,
          heightMm: 1e-6,
        },
      });
      const context = { side: 'R', nipple: null, geometry, skin: null } as const;
      const { depthUm, depthReference } = locationFields([mark], context);
      const expectedMm = faceMm + dot(subtract(pointMm, MARKER_CENTRE_MM), inward);
      expect(depthReference).toBe('transducer-face');
      expect(depthUm! / 1000).toBeCloseTo(expectedMm, 2);
    }
  });

  it('counts from the same face after the stored volume was exported and imported', async () => {
    const [file] = unwrap(await parseImport(markerNrrd(OBLIQUE_GRIDS[0]!), HEADER_ONLY, 2 ** 26));
    const [again] = unwrap(await parseImport(file!.bytes, HEADER_ONLY, 2 ** 26));
    expect(again!.header.recordedBox).toEqual(file!.header.recordedBox);
    expect(again!.header.recordedBox).toBeDefined();
    expect(again!.bytes).toEqual(file!.bytes);
  });
});

describe('the import of a volume that was exported here', () => {
  it('stores the same voxels, grid and coverage radius', async () => {
    const geometry = scannedVolumeGeometry([20, 4, 20], [1, 2, 1], 8);
    const voxels = new Uint8Array(1600);
    voxels[9 + 20 * (2 + 4 * 11)] = 99;
    const exported = writeNrrd(volumeToNrrd({ geometry, voxels }, {}));
    const [file] = unwrap(await parseImport(exported, HEADER_ONLY, 2 ** 26));
    expect(file?.header.coverageRadiusMm).toBe(8);
    expect(await importedVolume(exported)).toEqual({ geometry, voxels });
  });
});
