import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry, type Vec3, voxelToMm } from '#geometry';
import { columnAt, columnMm, minimumProjection } from './minimum-projection.ts';

const SIZES: Vec3 = [41, 20, 61];
const geometry = scannedVolumeGeometry(SIZES, [1, 1, 1], 20);
const LESION: Vec3 = [8, 12, 15];

/** Tissue of grey level 120 within the covered radius, with a dark ball. */
function aVolume(spacing = 1) {
  const sizes: Vec3 = [SIZES[0] * spacing, SIZES[1] * spacing, SIZES[2] * spacing];
  const grid = scannedVolumeGeometry(sizes, [1 / spacing, 1 / spacing, 1 / spacing], 20);
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (let at = 0; at < voxels.length; at++) {
    const i = at % sizes[0];
    const j = Math.floor(at / sizes[0]) % sizes[1];
    const k = Math.floor(at / (sizes[0] * sizes[1]));
    const [x, y, z] = voxelToMm(grid, [i, j, k]);
    if (Math.hypot(x, z) > 20) continue;
    const isLesion = Math.hypot(x - LESION[0], y - LESION[1], z - LESION[2]) <= 3;
    voxels[at] = isLesion ? 20 : 120;
  }
  return { geometry: grid, voxels };
}

describe('the minimum projection along depth', () => {
  it('shows a dark lesion at its location, head up and the left of the patient at the right', () => {
    const projection = minimumProjection(aVolume());
    const column = columnAt(projection, { xMm: LESION[0], zMm: LESION[2] });
    const { widthPx } = projection;
    expect(projection.greyLevels[column ?? -1]).toBe(20);
    const [px, py] = [(column ?? 0) % widthPx, Math.floor((column ?? 0) / widthPx)];
    expect(px).toBe(28);
    expect(py).toBe(15);
    expect(columnMm(projection, column ?? 0)).toEqual({ xMm: LESION[0], zMm: LESION[2] });
  });

  it('knows the depth of the minimum, and of the middle of equal minima', () => {
    const projection = minimumProjection(aVolume());
    const column = columnAt(projection, { xMm: LESION[0], zMm: LESION[2] }) ?? -1;
    expect(projection.depthsMm[column]).toBeCloseTo(LESION[1], 0);
  });

  it('has no grey level and no depth where no tissue was covered', () => {
    const projection = minimumProjection(aVolume());
    const corner = columnAt(projection, { xMm: -19, zMm: 29 }) ?? -1;
    expect(projection.greyLevels[corner]).toBe(0);
    expect(projection.depthsMm[corner]).toBeNaN();
    expect(columnAt(projection, { xMm: 200, zMm: 0 })).toBeNull();
  });

  it('averages the voxels of a large volume to at most the given number of columns', () => {
    const projection = minimumProjection(aVolume(2), 61);
    expect([projection.widthPx, projection.heightPx]).toEqual([41, 61]);
    const column = columnAt(projection, { xMm: LESION[0], zMm: LESION[2] }) ?? -1;
    expect(projection.greyLevels[column]).toBe(20);
    expect(projection.depthsMm[column]).toBeCloseTo(LESION[1], 0);
    expect(geometry.sizes).toEqual(SIZES);
  });
});
