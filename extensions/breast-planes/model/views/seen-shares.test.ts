import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { columnAt, minimumProjection } from '../planes/minimum-projection.ts';
import { seenShares } from './seen-shares.ts';

const geometry = scannedVolumeGeometry([41, 20, 41], [1, 1, 1], 20);
const voxels = new Uint8Array(41 * 20 * 41).fill(100);
const projection = minimumProjection({ geometry, voxels });

const shareAt = (
  viewed: Parameters<typeof seenShares>[2],
  xMm: number,
  zMm: number,
  nippleMm: Parameters<typeof seenShares>[3] = null,
) => seenShares(projection, geometry, viewed, nippleMm)[columnAt(projection, { xMm, zMm }) ?? -1];

describe('the seen share of the tissue below a point of the map', () => {
  it('is the share of the depth that coronal images have shown', () => {
    expect(shareAt({}, 3, 3)).toBe(0);
    expect(shareAt({ COR: [[0, 5]] }, 3, 3)).toBeCloseTo(0.25);
    expect(
      shareAt(
        {
          COR: [
            [0, 5],
            [10, 20],
          ],
        },
        3,
        3,
      ),
    ).toBeCloseTo(0.75);
  });

  it('is whole where a sagittal or a transverse image has shown all depths', () => {
    const viewed = { SAG: [[4, 6]], TRA: [[-8, -7]], COR: [[0, 2]] } as const;
    expect(shareAt(viewed, 5, 10)).toBe(1);
    expect(shareAt(viewed, -12, -7.5)).toBe(1);
    expect(shareAt(viewed, -12, 10)).toBeCloseTo(0.1);
  });

  it('is whole in the directions from the nipple that radial images have shown', () => {
    const viewed = { RAD: [[80, 100]] } as const;
    expect(shareAt(viewed, 10, 0)).toBe(1);
    expect(shareAt(viewed, -10, 0)).toBe(0);
    // The nipple is the centre of the angles.
    expect(shareAt(viewed, 10, 0, [0, 0, 8])).toBe(0);
    expect(shareAt(viewed, 10, 8, [0, 0, 8])).toBe(1);
  });
});
