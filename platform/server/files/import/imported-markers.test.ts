import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { distance, type Vec3, voxelToMm } from '#geometry';
import {
  ALIGNED_GRIDS,
  MARKER_SPACING_MM,
  type MarkerGrid,
  markerMha,
  markerNrrd,
  markersOf,
  OBLIQUE_GRIDS,
} from '#testing/files';
import { readRawNrrd, type Volume, volumeFromNrrd } from '#volume';
import { parseImport } from './parse-import.ts';

const GRIDS = [...ALIGNED_GRIDS, ...OBLIQUE_GRIDS];
const HEADER_ONLY = { axes: null, overridesHeader: false };
const VOXEL_MM = Math.min(...MARKER_SPACING_MM);

async function importedVolume(bytes: Uint8Array): Promise<Volume> {
  const [file] = unwrap(await parseImport(bytes, HEADER_ONLY, 2 ** 26));
  return unwrap(volumeFromNrrd(unwrap(readRawNrrd(file!.bytes))));
}

/** Returns the mean location of the bright voxels near each marker, weighted by their levels. */
function foundMarkers({ geometry, voxels }: Volume, markersMm: readonly Vec3[]): readonly Vec3[] {
  const [nx, ny] = geometry.sizes;
  const sums = markersMm.map(() => [0, 0, 0, 0]);
  voxels.forEach((level, at) => {
    if (level === 0) return;
    const index: Vec3 = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    const pointMm = voxelToMm(geometry, index);
    const distances = markersMm.map((marker) => distance(marker, pointMm));
    const sum = sums[distances.indexOf(Math.min(...distances))]!;
    pointMm.forEach((mm, axis) => {
      sum[axis]! += level * mm;
    });
    sum[3]! += level;
  });
  return sums.map(([x, y, z, weight]) => [x! / weight!, y! / weight!, z! / weight!]);
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
      const markersMm = markersOf(grid).map(({ pointMm }) => pointMm);
      const found = foundMarkers(await importedVolume(write(grid)), markersMm);
      const errorsMm = found.map((pointMm, index) => distance(pointMm, markersMm[index]!));
      expect(Math.max(...errorsMm)).toBeLessThan(VOXEL_MM);
    },
  );

  it('are not resampled into more than the limit of an unpacked image', async () => {
    const [oblique] = OBLIQUE_GRIDS;
    // The file holds 44 × 52 × 36 voxels, the box around it more.
    const parsed = await parseImport(markerNrrd(oblique!), HEADER_ONLY, 44 * 52 * 36);
    expect(parsed).toMatchObject({ ok: false, problem: { code: 'IMPORT_RESAMPLED_TOO_LARGE' } });
  });
});
