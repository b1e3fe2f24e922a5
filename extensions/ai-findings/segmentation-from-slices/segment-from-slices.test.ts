import { describe, expect, it } from 'vitest';
import { fail, problem, unwrap } from '#foundation';
import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { type MetaImage, orientVolume, type Volume } from '#volume';
import type { SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import { visitMask } from '../model/segmentation/voxel-mask.ts';
import { ballVolume } from '../test-support/ball-volume.ts';
import { type OutlineImage, segmentFromSlices } from './segment-from-slices.ts';
import { outlineDark, TEST_MODEL } from './test-support/outline-dark.ts';

const CENTRE: Vec3 = [6, 20, -12];
const BALL = { centreMm: CENTRE, radiiMm: [6, 4, 8], db: -50 } as const;
const ELLIPSOID_MM3 = (4 / 3) * Math.PI * 6 * 4 * 8;
/** Anisotropic voxels: 80 × 40 × 80 mm. */
const anisotropic = ballVolume({
  sizes: [100, 100, 64],
  spacingMm: [0.8, 0.4, 1.25],
  originMm: [-39, 0.2, -40],
  balls: [BALL],
});

const click = (centreMm: Vec3): SegmentationPrompt => ({
  seed: { centreMm },
  points: [],
  corrects: null,
  thresholdShift: 0,
});

function segment(
  volume: Volume,
  prompt: SegmentationPrompt,
  outlineImage: OutlineImage = outlineDark,
  signal = new AbortController().signal,
) {
  const { geometry } = volume;
  const isRecorded = (mm: Vec3): boolean =>
    mmToVoxel(geometry, mm).every(
      (at, axis) => at >= -0.5 && at <= (geometry.sizes[axis] ?? 0) - 0.5,
    );
  return segmentFromSlices({ fileId: 'file', volume, isRecorded }, prompt, outlineImage, signal);
}

/** Returns the centre of mass of the result. */
async function middleOf(segmented: ReturnType<typeof segment>): Promise<Vec3> {
  const sum = [0, 0, 0];
  let count = 0;
  visitMask(unwrap(await segmented).mask, (mm) => {
    for (const axis of [0, 1, 2] as const) sum[axis] = (sum[axis] ?? 0) + mm[axis];
    count += 1;
  });
  return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count];
}

function expectNear(found: Vec3, expected: Vec3, limitMm: number): void {
  for (const axis of [0, 1, 2] as const) {
    expect(Math.abs(found[axis] - expected[axis])).toBeLessThan(limitMm);
  }
}

describe('a segmentation from slices', () => {
  it('finds place, axes and volume of a lesion between anisotropic voxels', async () => {
    const segmented = segment(anisotropic, click([CENTRE[0] + 1.5, CENTRE[1], CENTRE[2] - 2]));
    const { axesMm, volumeMm3, basis } = unwrap(await segmented);
    expect(Math.abs(volumeMm3 / ELLIPSOID_MM3 - 1)).toBeLessThan(0.12);
    expectNear(axesMm, [16, 12, 8], 1.6);
    expectNear(await middleOf(segmented), CENTRE, 0.5);
    expect(basis).toEqual({
      kind: 'slices',
      slices: 6,
      agreeing: 6,
      score: expect.closeTo(0.9, 9),
      model: TEST_MODEL,
    });
  });

  it('finds the place in a left-handed file at an angle to the patient', async () => {
    const sizes: Vec3 = [80, 60, 80];
    const angle = (25 * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const file: MetaImage = {
      sizes,
      spacingMm: [0.9, 0.6, 0.7],
      offset: [40, 0, -25],
      directions: [
        [-cos, 0, sin],
        [0, 1, 0],
        [sin, 0, cos],
      ],
      isInPatient: true,
      elementType: 'uint8',
      data: new Uint8Array(80 * 60 * 80),
      scaling: null,
      header: { space: 'LPS' },
    };
    const toMm = ([i, j, k]: Vec3): Vec3 => [
      40 - 0.9 * i * cos + 0.7 * k * sin,
      0.6 * j,
      -25 + 0.9 * i * sin + 0.7 * k * cos,
    ];
    const centreMm = toMm([36, 30, 42]);
    for (let n = 0; n < file.data.length; n += 1) {
      const index: Vec3 = [n % 80, Math.floor(n / 80) % 60, Math.floor(n / 4800)];
      const mm = toMm(index);
      const isInside =
        ((mm[0] - centreMm[0]) / 6) ** 2 +
          ((mm[1] - centreMm[1]) / 4) ** 2 +
          ((mm[2] - centreMm[2]) / 8) ** 2 <=
        1;
      file.data[n] = isInside ? 30 : 170;
    }
    const volume = unwrap(orientVolume(file, { axes: null, overridesHeader: false }));
    expect(volume.geometry.recordedBox).toBeDefined();
    const segmented = segment(volume, click([centreMm[0] - 1, centreMm[1] + 1, centreMm[2]]));
    const { axesMm, volumeMm3 } = unwrap(await segmented);
    expect(Math.abs(volumeMm3 / ELLIPSOID_MM3 - 1)).toBeLessThan(0.12);
    expectNear(axesMm, [16, 12, 8], 1.6);
    expectNear(await middleOf(segmented), centreMm, 0.5);
  });

  it('ends at the edge of the volume', async () => {
    const edge = ballVolume({
      sizes: [80, 60, 80],
      spacingMm: [0.5, 0.5, 0.5],
      originMm: [-19.75, 0.25, -19.75],
      balls: [{ centreMm: [-18.5, 14, 3], radiiMm: [5, 5, 5], db: -50 }],
    });
    const { mask, volumeMm3 } = unwrap(await segment(edge, click([-17.5, 14, 3])));
    const whole = (4 / 3) * Math.PI * 5 ** 3;
    expect(volumeMm3 / whole).toBeGreaterThan(0.6);
    expect(volumeMm3 / whole).toBeLessThan(0.82);
    visitMask(mask, ([x]) => expect(x).toBeGreaterThanOrEqual(-20));
  });

  it('adds a slice through a correction beside the others, and passes it to the nearest ones', async () => {
    const asked: { readonly inside: number; readonly outside: number }[] = [];
    const recording: OutlineImage = (pixels, prompt, shift) => {
      const { inside, outside } = prompt.clicks;
      asked.push({ inside: inside.length, outside: outside.length });
      return outlineDark(pixels, prompt, shift);
    };
    const point: Vec3 = [
      CENTRE[0] + 9 * Math.sin(Math.PI / 12),
      CENTRE[1],
      CENTRE[2] + 9 * Math.cos(Math.PI / 12),
    ];
    const points = [
      { mm: point, inside: true },
      { mm: [CENTRE[0], CENTRE[1] + 3, CENTRE[2]], inside: false },
    ] as const;
    const { mask, basis } = unwrap(
      await segment(anisotropic, { ...click(CENTRE), points }, recording),
    );
    expect(basis).toMatchObject({ slices: 7 });
    // The point at 15° counts in the slices at 0°, 15° and 30°, the one on the axis in all.
    expect(asked.map(({ inside }) => inside)).toEqual([2, 2, 1, 1, 1, 1, 2]);
    expect(asked.map(({ outside }) => outside)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    let nearestMm = Number.POSITIVE_INFINITY;
    let deepestMm = 0;
    visitMask(mask, (mm) => {
      nearestMm = Math.min(
        nearestMm,
        Math.hypot(mm[0] - point[0], mm[1] - point[1], mm[2] - point[2]),
      );
      if (Math.hypot(mm[0] - CENTRE[0], mm[2] - CENTRE[2]) < 0.3)
        deepestMm = Math.max(deepestMm, mm[1] - CENTRE[1]);
    });
    expect(nearestMm).toBeLessThan(0.5);
    expect(deepestMm).toBeLessThan(3);
  });

  it('passes a box to every slice, and moves the border with the threshold', async () => {
    const half: Vec3 = [7, 5, 9];
    const boxMm = {
      min: [CENTRE[0] - 7, CENTRE[1] - 5, CENTRE[2] - 9],
      max: [CENTRE[0] + 7, CENTRE[1] + 5, CENTRE[2] + 9],
    } as const;
    const widths: number[] = [];
    const recording: OutlineImage = (pixels, prompt, shift) => {
      const { left = 0, right = 0, top = 0, bottom = 0 } = prompt.box ?? {};
      widths.push((right - left) / (bottom - top));
      return outlineDark(pixels, prompt, shift);
    };
    const prompt = { seed: { boxMm }, points: [], corrects: null, thresholdShift: 0 };
    const { volumeMm3 } = unwrap(await segment(anisotropic, prompt, recording));
    // The first slice runs to the head, the fourth to the left.
    expect(widths[0]).toBeCloseTo(half[2] / half[1], 1);
    expect(widths[3]).toBeCloseTo(half[0] / half[1], 1);
    const wider = unwrap(await segment(anisotropic, { ...prompt, thresholdShift: 0.2 }));
    expect(wider.volumeMm3).toBeGreaterThan(1.1 * volumeMm3);
  });

  it('gives the reason of the model when it rejects every slice', async () => {
    const result = await segment(anisotropic, click([CENTRE[0] + 15, CENTRE[1], CENTRE[2]]));
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'OUTSIDE_MODEL_DOMAIN', detail: 'No lesion' },
    });
  });

  it('fails by name when only two slices have an outline', async () => {
    let count = 0;
    const rarely: OutlineImage = (pixels, prompt, shift) => {
      count += 1;
      return count > 2
        ? Promise.resolve(fail(problem('OUTSIDE_MODEL_DOMAIN', 'Outside', '', '')))
        : outlineDark(pixels, prompt, shift);
    };
    const result = await segment(anisotropic, click(CENTRE), rarely);
    expect(result).toMatchObject({ ok: false, problem: { code: 'SLICES_DISAGREE' } });
    expect(count).toBe(6);
  });

  it('stops at once when the network fails, and after a slice when it is cancelled', async () => {
    let count = 0;
    const broken: OutlineImage = async () => {
      count += 1;
      return fail(problem('SEGMENTER_INVALID', 'No model', '', ''));
    };
    const failed = await segment(anisotropic, click(CENTRE), broken);
    expect(failed).toMatchObject({ ok: false, problem: { code: 'SEGMENTER_INVALID' } });
    expect(count).toBe(1);
    const abort = new AbortController();
    const cancelling: OutlineImage = (pixels, prompt, shift) => {
      abort.abort();
      count += 1;
      return outlineDark(pixels, prompt, shift);
    };
    const cancelled = await segment(anisotropic, click(CENTRE), cancelling, abort.signal);
    expect(cancelled).toMatchObject({ ok: false, problem: { code: 'SEGMENTER_FAILED' } });
    expect(count).toBe(2);
  });

  it.each([
    ['SEED_OUTSIDE_VOLUME', click([300, 20, 0])],
    ['SEED_INVALID', click([Number.NaN, 20, 0])],
    ['SEED_INVALID', { ...click(CENTRE), seed: { boxMm: { min: CENTRE, max: CENTRE } } }],
  ] as const)(
    'rejects a seed that is not in the volume or not a number (%s)',
    async (code, prompt) => {
      expect(await segment(anisotropic, prompt)).toMatchObject({ ok: false, problem: { code } });
    },
  );

  it('keeps voxel centres of the mask at the places of the volume', async () => {
    const { mask } = unwrap(await segment(anisotropic, click(CENTRE)));
    const [nx, ny, nz] = mask.sizes;
    const middle = voxelToMm(mask, [(nx - 1) / 2, (ny - 1) / 2, (nz - 1) / 2]);
    expectNear(middle, CENTRE, 1e-6);
  });
});
