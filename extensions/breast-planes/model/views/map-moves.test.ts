import { describe, expect, it } from 'vitest';
import { positionToMm, scannedVolumeGeometry } from '#geometry';
import { minimumProjection } from '../planes/minimum-projection.ts';
import { movedOnMap, positionOnMap } from './map-moves.ts';

const geometry = scannedVolumeGeometry([61, 20, 61], [1, 1, 1], 30);
const voxels = new Uint8Array(61 * 20 * 61).fill(100);
/** Darkest voxel of the column at 10 mm to the left and 5 mm to the head. */
voxels[(35 * 20 + 13) * 61 + 40] = 10;
const projection = minimumProjection({ geometry, voxels });
const start = { sag: 0, tra: 0, depth: 6, rad: 45 };
const moving = { volume: geometry, nippleMm: null, position: start };

describe('a move on the map', () => {
  it('goes to the depth of the minimum at the chosen location', () => {
    const moved = positionOnMap(moving, projection, { xMm: 10, zMm: 5 });
    expect(moved).toMatchObject({ sag: 10, tra: 5, depth: 13 });
    const [x, , z] = positionToMm(geometry, moved);
    expect([x, z]).toEqual([10, 5]);
  });

  it('keeps the depth and ends at the sound field where the chosen location has no tissue', () => {
    const [x, y, z] = positionToMm(
      geometry,
      positionOnMap(moving, projection, { xMm: 200, zMm: 0 }),
    );
    expect(Math.hypot(x, z)).toBeLessThanOrEqual(30.5);
    expect(x).toBeGreaterThan(29);
    expect(y).toBeCloseTo(positionToMm(geometry, start)[1]);
  });

  it('by a millimetre keeps the depth and ends at the sound field', () => {
    expect(movedOnMap(moving, { xMm: -1, zMm: 0 })).toMatchObject({ sag: -1, tra: 0, depth: 6 });
    const atRim = { ...moving, position: { ...start, sag: 30 } };
    const [x, , z] = positionToMm(geometry, movedOnMap(atRim, { xMm: 1, zMm: 0 }));
    expect(Math.hypot(x, z)).toBeLessThanOrEqual(30.5 + 1e-6);
  });
});
