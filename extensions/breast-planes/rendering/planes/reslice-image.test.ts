import { describe, expect, it } from 'vitest';
import { imageFrame, type Vec3, type VolumePlane } from '#geometry';
import { aVolume } from '#testing';
import { sliceImage } from '#volume';
import {
  adjustGreyLevel,
  DEFAULT_PRESENTATION,
  NEUTRAL_ADJUSTMENT,
  type SlabKind,
} from '../../model/planes/plane-presentation.ts';
import { resliceImage } from './reslice-image.ts';

const PLANES: readonly VolumePlane[] = ['COR', 'TRA', 'SAG', 'RAD'];
const volumeOf = (paint: (mm: Vec3, index: Vec3) => number, sizes: Vec3 = [12, 8, 10]) => ({
  id: 'painted',
  ...aVolume({ sizes, spacingMm: [0.5, 0.25, 0.5], paint }),
});
const marbled = volumeOf((_, [i, j, k]) => (i * 37 + j * 91 + k * 53) % 256);
const position = { sag: 0.5, tra: -1.5, depth: 3, rad: 130 };
const frameOf = (plane: VolumePlane, planePosition = position) =>
  imageFrame(marbled.geometry, plane, null, planePosition);
const slab = (kind: SlabKind, thicknessMm: number) => ({
  ...DEFAULT_PRESENTATION,
  slab: { kind, thicknessMm },
});

/** Returns the largest difference between two images in grey levels; NaN for different sizes. */
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  if (a.length !== b.length) return Number.NaN;
  return Math.max(...Array.from(a, (greyLevel, index) => Math.abs(greyLevel - (b[index] ?? 0))));
};

describe('resliceImage', () => {
  it('equals the reference implementation `sliceImage` in every plane', () => {
    // Covered up to its corners, like an imported volume.
    const covered = { ...marbled, geometry: { ...marbled.geometry, coverageRadiusMm: 4 } };
    for (const plane of PLANES) {
      const frame = imageFrame(covered.geometry, plane, null, position);
      const pxPerMm = 7;
      const widthPx = Math.round(frame.widthMm * pxPerMm);
      const heightPx = Math.round(frame.heightMm * pxPerMm);
      // A frame of whole pixels, so that both images have the same scale.
      const whole = { ...frame, widthMm: widthPx / pxPerMm, heightMm: heightPx / pxPerMm };
      const image = resliceImage({
        volume: covered,
        frame: whole,
        pxPerMm,
        widthPx,
        heightPx,
        presentation: DEFAULT_PRESENTATION,
      });
      const reference = sliceImage(covered, whole, widthPx, heightPx);
      expect(largestDifference(image, reference), plane).toBeLessThanOrEqual(1);
    }
  });

  it('is black outside the volume, also when inverted', () => {
    const presentation = {
      ...DEFAULT_PRESENTATION,
      adjustment: { ...NEUTRAL_ADJUSTMENT, inverted: true },
    };
    const image = resliceImage({
      volume: volumeOf(() => 0),
      frame: frameOf('COR'),
      pxPerMm: 4,
      presentation,
      widthPx: 64,
      heightPx: 64,
    });
    expect([image[0], image[63], image[64 * 64 - 1]]).toEqual([0, 0, 0]);
    expect(image[32 * 64 + 32]).toBe(255);
  });

  it('is black outside the swept area at any adjustment', () => {
    const volume = volumeOf(() => 0, [40, 8, 40]);
    const geometry = { ...volume.geometry, coverageRadiusMm: 8 };
    const frame = imageFrame(geometry, 'COR', null, position);
    for (const change of [{ inverted: true }, { brightness: 60 }]) {
      const adjustment = { ...NEUTRAL_ADJUSTMENT, ...change };
      const image = resliceImage({
        volume: { ...volume, geometry },
        frame,
        pxPerMm: 4,
        widthPx: 81,
        heightPx: 81,
        presentation: { ...DEFAULT_PRESENTATION, adjustment },
      });
      // 9.9 and 7.4 mm from the axis, on the diagonal and on the horizontal line.
      expect(image[(40 - 28) * 81 + (40 - 28)]).toBe(0);
      expect(image[40 * 81 + 40 - 33]).toBe(adjustGreyLevel(0, 0.5, adjustment));
      expect(image[40 * 81 + 40 - 36]).toBe(0);
    }
  });

  it('centres the frame in the image at the requested scale', () => {
    const dot = volumeOf((_, [i, j, k]) => (i === 6 && j === 3 && k === 3 ? 200 : 0));
    const image = resliceImage({
      volume: dot,
      frame: frameOf('COR'),
      pxPerMm: 10,
      presentation: DEFAULT_PRESENTATION,
      widthPx: 101,
      heightPx: 101,
    });
    // 0.25 mm left and 0.75 mm below the centre: head up, the patient's left to the right.
    const brightest = image.indexOf(Math.max(...image));
    expect([brightest % 101, Math.floor(brightest / 101)]).toEqual([52, 57]);
  });

  it('returns the section at the given corner, equal to the same section of a larger image', () => {
    const request = { volume: marbled, pxPerMm: 6.3, presentation: slab('mean', 1) };
    for (const plane of PLANES) {
      const frame = frameOf(plane);
      const whole = resliceImage(
        { ...request, frame, widthPx: 60, heightPx: 40 },
        { rightPx: -12, downPx: -7 },
      );
      const section = resliceImage(
        { ...request, frame, widthPx: 20, heightPx: 10 },
        { rightPx: 3, downPx: 2 },
      );
      // The section starts 15 px right of and 9 px below the corner of the larger image.
      const expected = [...Array(10).keys()].flatMap((row) => [
        ...whole.subarray((row + 9) * 60 + 15, (row + 9) * 60 + 35),
      ]);
      expect(Math.max(...section), plane).toBeGreaterThan(40);
      expect(largestDifference(section, expected), plane).toBeLessThanOrEqual(1);
    }
  });

  it('computes mean, maximum and minimum over the slab without voxels outside', () => {
    const layers = volumeOf((_, [, j]) => 20 * j);
    const middle = (kind: SlabKind, thicknessMm: number, depth: number) =>
      resliceImage({
        volume: layers,
        frame: frameOf('COR', { ...position, depth }),
        pxPerMm: 4,
        widthPx: 1,
        heightPx: 1,
        presentation: slab(kind, thicknessMm),
      })[0];
    // Layers are 0.25 mm apart: a slab of 1 mm around layer 3 reads 1 … 5.
    expect([middle('mean', 1, 3), middle('mip', 1, 3), middle('minip', 1, 3)]).toEqual([
      60, 100, 20,
    ]);
    // Around layer 0 only layers 0 … 2 are inside.
    expect([middle('mean', 1, 0), middle('mip', 1, 0), middle('minip', 1, 0)]).toEqual([20, 40, 0]);
  });

  it('adjusts grey levels like `adjustGreyLevel` at the pixel’s depth', () => {
    const adjustment = { brightness: 12, contrast: 40, nearGain: -50, midGain: 10, farGain: 80 };
    const presentation = {
      ...DEFAULT_PRESENTATION,
      adjustment: { ...adjustment, inverted: false },
    };
    const flat = volumeOf(() => 90);
    const image = resliceImage({
      volume: flat,
      frame: frameOf('TRA'),
      pxPerMm: 4,
      presentation,
      widthPx: 1,
      heightPx: 8,
    });
    const expected = [...Array(8).keys()].map((row) =>
      Math.round(adjustGreyLevel(90, (row + 0.5) / 8, presentation.adjustment)),
    );
    expect([...image]).toEqual(expected);
  });
});
