import { describe, expect, it } from 'vitest';
import { imageFrame, imageSizeMm, voxelToMm } from '#geometry';
import { aVolume, ball } from '#testing';
import { sampleTrilinear, sliceImage } from './index.ts';

// Voxel (i, j, k) has the value i + 10 j + 50 k.
const volume = aVolume({ sizes: [6, 5, 4], paint: (_, [i, j, k]) => i + 10 * j + 50 * k });
const pointOfVoxel = (i: number, j: number, k: number) => voxelToMm(volume.geometry, [i, j, k]);

describe('the value at a point', () => {
  it("is the voxel's value at its centre and linear between centres", () => {
    expect(sampleTrilinear(volume, pointOfVoxel(2, 3, 1))).toBeCloseTo(82, 9);
    expect(sampleTrilinear(volume, pointOfVoxel(2.25, 3.5, 1.75))).toBeCloseTo(2.25 + 35 + 87.5, 9);
  });

  it('is the border voxel’s value up to its edge, and 0 outside', () => {
    expect(sampleTrilinear(volume, pointOfVoxel(5.49, 4.49, 3.49))).toBeCloseTo(195, 9);
    expect(sampleTrilinear(volume, pointOfVoxel(5.51, 4, 3))).toBe(0);
    expect(sampleTrilinear(volume, pointOfVoxel(0, -0.51, 0))).toBe(0);
    expect(sampleTrilinear(volume, [Number.NaN, 0, 0])).toBe(0);
  });
});

describe('the image of a plane', () => {
  // The centre of voxel (3, 2, 1).
  const position = { sag: 0.5, tra: -0.5, depth: 2, rad: 0 };

  it('shows a coronal plane facing the patient: head up, the patient’s left on the right', () => {
    const frame = imageFrame(volume.geometry, 'COR', null, position);
    const image = sliceImage(volume, frame, 6, 4);
    expect([...image.subarray(0, 6)]).toEqual([170, 171, 172, 173, 174, 175]);
    expect([...image.subarray(18)]).toEqual([20, 21, 22, 23, 24, 25]);
  });

  it('shows a sagittal plane with the head on the left and depth down', () => {
    const frame = imageFrame(volume.geometry, 'SAG', null, position);
    const image = sliceImage(volume, frame, 4, 5);
    expect([...image.subarray(0, 4)]).toEqual([153, 103, 53, 3]);
    expect([...image.subarray(16)]).toEqual([193, 143, 93, 43]);
  });

  it('shows a transverse plane from the feet, with depth down', () => {
    const frame = imageFrame(volume.geometry, 'TRA', null, position);
    const image = sliceImage(volume, frame, 6, 5);
    expect([...image.subarray(0, 6)]).toEqual([50, 51, 52, 53, 54, 55]);
  });

  it('shows a radial plane with the named direction to the right', () => {
    // Ball at 3 o'clock (the patient's left), 6 mm from the axis and 5 mm deep.
    const ballVolume = aVolume({ sizes: [24, 12, 24], paint: ball([6, 5, 0], 2) });
    /** Returns the mean position of the bright pixels, in mm to the right of the axis. */
    const ballCentreMm = (rad: number): number => {
      const frame = imageFrame(ballVolume.geometry, 'RAD', null, { sag: 0, tra: 0, depth: 0, rad });
      const { widthMm, heightMm } = imageSizeMm(ballVolume.geometry, 'RAD');
      const image = sliceImage(ballVolume, frame, widthMm, heightMm);
      const columns = [...image].flatMap((value, index) => (value > 150 ? [index % widthMm] : []));
      return columns.reduce((sum, column) => sum + column + 0.5, 0) / columns.length - widthMm / 2;
    };
    expect(ballCentreMm(90)).toBeCloseTo(6, 0);
    expect(ballCentreMm(270)).toBeCloseTo(-6, 0);
    expect(ballCentreMm(0)).toBeNaN();
  });
});
