import { writeFileSync } from 'node:fs';
import type { Vec3 } from '#geometry';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../extensions/scanner/model/index.ts';
import type { Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';
import {
  createPhantom,
  frameSimulator,
  type Phantom,
} from '../../extensions/scanner/simulator/index.ts';
import { encodePng, type GreyscaleImage } from '../../platform/server/images/encode-png.ts';
import { scanVolume } from '../fom/scan-volume.ts';

/** Phantoms that show many of the modelled effects, with the side of each. */
const SEEDS = [
  [7, 'L'],
  [58, 'R'],
  [62, 'R'],
  [4722, 'R'],
] as const;
const SCAN = { size: { lines: 256, samples: 320 }, everyDeg: 1, voxelMm: 0.4 } as const;
const FRAME = { lines: 350, samples: 252 } as const;
const FOLDER = 'docs/pictures';
/** Half of the width that the planes show, and the depth that they show, in mm. */
const HALF_WIDTH_MM = 75;
const DEPTH_MM = 45;
/** Width of the frame, of the sagittal and of the radial plane, in pixels. */
const WIDTH = FRAME.lines;
/** Pixels between images, and their grey level. */
const GAP = 4;
const GAP_GREY_LEVEL = 255;

/**
 * Draws four breasts, one image each: a frame of the central sweep, below it a sagittal and a
 * radial plane, beside them a coronal plane, all through the largest lesion.
 */
export async function drawSimulator(): Promise<void> {
  for (const [seed, side] of SEEDS) {
    const phantom = createPhantom(seed, side);
    const file = `${FOLDER}/simulator-${seed}-${side}.png`;
    writeFileSync(file, encodePng(await renderSlices(phantom)));
    const { density, nippleVariant, lesions } = phantom.truth;
    const descriptions = lesions.map(
      ({ kind, position }) =>
        `${kind} (${position.quadrant}, ${position.distanceFromNippleMm.toFixed(0)} mm from the nipple, ${position.depthMm.toFixed(0)} mm deep)`,
    );
    console.log(
      `${file}: density ${density.category}, nipple ${nippleVariant}, ${descriptions.join(', ')}`,
    );
  }
}

async function renderSlices(phantom: Phantom): Promise<GreyscaleImage> {
  const volume = await scanVolume(phantom, SCAN);
  const [x, y, z] = largestLesionCentre(phantom);
  const radius = Math.hypot(x, z);
  // Distance in mm of a pixel from the middle of a row.
  const across = (n: number, width: number): number =>
    ((n + 0.5) / width - 0.5) * 2 * HALF_WIDTH_MM;
  const pxPerMm = WIDTH / (2 * HALF_WIDTH_MM);
  const planeHeight = Math.round(DEPTH_MM * pxPerMm);
  // The coronal plane is as high as the three images beside it.
  const height = FRAME.samples + 2 * (planeHeight + GAP);
  const coronal = plane(volume, height, height, (i, j) => [
    across(i, height),
    y,
    -across(j, height),
  ]);
  const sagittal = plane(volume, WIDTH, planeHeight, (i, j) => [
    x,
    (j + 0.5) / pxPerMm,
    across(i, WIDTH),
  ]);
  const radial = plane(volume, WIDTH, planeHeight, (i, j) => [
    (across(i, WIDTH) * x) / radius,
    (j + 0.5) / pxPerMm,
    (across(i, WIDTH) * z) / radius,
  ]);
  const frame = upright(phantom, (Math.atan2(x, z) * 180) / Math.PI);
  return paste(WIDTH + GAP + height, height, [
    [frame, 0, 0],
    [sagittal, 0, FRAME.samples + GAP],
    [radial, 0, FRAME.samples + GAP + planeHeight + GAP],
    [coronal, WIDTH + GAP, 0],
  ]);
}

/** Returns the centre of the largest lesion. */
function largestLesionCentre({ truth }: Phantom): Vec3 {
  const size = (radiiMm: Vec3): number => radiiMm[0] * radiiMm[1] * radiiMm[2];
  const largest = [...truth.lesions].sort((a, b) => size(b.radiiMm) - size(a.radiiMm))[0];
  return largest?.centreMm ?? [20, 20, 20];
}

/** Returns a frame as recorded by the device, drawn with the axis on the left. */
function upright(phantom: Phantom, clockDeg: number): GreyscaleImage {
  const [plan] = sweepPlans('FULL', FRAME, DEFAULT_DEVICE_SETTINGS.depthMm);
  if (plan === undefined) throw new Error('The protocol has no sweeps');
  const columns = frameSimulator(phantom, plan.frame, DEFAULT_DEVICE_SETTINGS).frameAt(clockDeg, 1);
  const { lines: width, samples: height } = FRAME;
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) {
    pixels[i] = columns[(i % width) * height + Math.floor(i / width)] ?? 0;
  }
  return { width, height, pixels };
}

/** Samples the nearest voxels of a plane through a volume. */
function plane(
  { geometry, voxels }: Reconstruction,
  width: number,
  height: number,
  pointAt: (i: number, j: number) => Vec3,
): GreyscaleImage {
  const { sizes, originMm, spacingMm } = geometry;
  const pixels = new Uint8Array(width * height);
  for (let n = 0; n < pixels.length; n += 1) {
    const pointMm = pointAt(n % width, Math.floor(n / width));
    const [i, j, k] = [0, 1, 2].map((axis) =>
      Math.round(((pointMm[axis] ?? 0) - (originMm[axis] ?? 0)) / (spacingMm[axis] ?? 1)),
    ) as [number, number, number];
    const within = [i, j, k].every((index, axis) => index >= 0 && index < (sizes[axis] ?? 0));
    pixels[n] = within ? (voxels[i + sizes[0] * (j + sizes[1] * k)] ?? 0) : 0;
  }
  return { width, height, pixels };
}

function paste(
  width: number,
  height: number,
  images: readonly (readonly [GreyscaleImage, number, number])[],
): GreyscaleImage {
  const pixels = new Uint8Array(width * height).fill(GAP_GREY_LEVEL);
  for (const [image, left, top] of images) {
    for (let y = 0; y < image.height; y += 1) {
      const row = image.pixels.subarray(y * image.width, (y + 1) * image.width);
      pixels.set(row, (top + y) * width + left);
    }
  }
  return { width, height, pixels };
}
