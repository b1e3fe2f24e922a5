import type { Vec3 } from '#geometry';
import {
  DEFAULT_DEVICE_SETTINGS,
  type FrameGeometry,
  type SweepPlan,
} from '../../extensions/scanner/model/index.ts';
import type { Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';
import { frameSimulator } from '../../extensions/scanner/simulator/index.ts';
import { TISSUE } from '../../extensions/scanner/simulator/phantom/tissue.ts';
import { blockPhantom } from '../../extensions/scanner/simulator/test-support/block.ts';
import { machine, quartiles, round } from '../bench/support/figure.ts';
import { type Fom, type FomFigure, mean } from './fom-figure.ts';
import { GREY_LEVELS_PER_DB, ON_A_PHANTOM, sweepOf, visitBox, volumeOf } from './rec-support.ts';

const SPHERES = [
  { diameterMm: 26, target: '≤ 3' },
  { diameterMm: 20, target: '≤ 5' },
  { diameterMm: 10, target: '≤ 10' },
] as const;
const SEEDS = [3, 4, 5];
const VOXEL_MM = 0.5;
/** Threshold of the segmentation below the mean level of the surroundings. */
const BELOW_SURROUND_DB = 6;
const SMOOTH_SIGMA_MM = 1;
/** Near the focus of the beam and of the slice. */
const CENTRE: Vec3 = [0, 25, 20];
const FRAME: FrameGeometry = {
  lines: 144,
  samples: 220,
  lateralPitchMm: 0.325,
  depthStepMm: 0.225,
  firstLateralMm: 0,
  firstDepthMm: 0.1125,
  tiltDeg: 0,
  planeOffsetMm: 0,
};

/** Volume of anechoic spheres in gland, segmented by a single threshold. */
export const recVolume: Fom = async () => {
  const figures: FomFigure[] = [];
  for (const { diameterMm, target } of SPHERES) {
    const errors: number[] = [];
    for (const seed of SEEDS) errors.push(await errorPercent(diameterMm, seed));
    const figure = round(mean(errors.map(Math.abs)));
    figures.push({
      name: `rec-volume/${diameterMm}-mm`,
      figure,
      unit: '% of the true volume',
      target,
      against: null,
      runs: errors.length,
      spread: quartiles(errors),
      machine: machine(),
      more: {
        what: ON_A_PHANTOM,
        signedPercent: errors.map(round),
        rule: `${BELOW_SURROUND_DB} dB below the surroundings after smoothing by ${SMOOTH_SIGMA_MM} mm`,
      },
    });
  }
  return figures;
};

async function errorPercent(diameterMm: number, seed: number): Promise<number> {
  const volume = await volumeOf([imageSphere(diameterMm / 2, seed)], VOXEL_MM);
  const truth = (Math.PI / 6) * diameterMm ** 3;
  return 100 * (measureMm3(volume, diameterMm / 2) / truth - 1);
}

function imageSphere(radiusMm: number, seed: number) {
  const block = blockPhantom(44, seed, ([x, y, z]) =>
    Math.hypot(x - CENTRE[0], y - CENTRE[1], z - CENTRE[2]) < radiusMm ? TISSUE.cyst : TISSUE.gland,
  );
  const { amplitude, attenuation } = block.field.acoustics;
  amplitude[TISSUE.cyst] = 0;
  // Without enhancement behind the sphere, the surroundings have a uniform level.
  attenuation[TISSUE.cyst] = attenuation[TISSUE.gland] ?? 0;
  // All angles that image the sphere and its surroundings.
  const clockDeg = Array.from({ length: 161 }, (_, i) => (i + 280) % 360);
  const generator = frameSimulator(block, FRAME, DEFAULT_DEVICE_SETTINGS);
  const size = FRAME.lines * FRAME.samples;
  const data = new Uint8Array(size * clockDeg.length);
  for (const [i, deg] of clockDeg.entries())
    data.set(generator.frameAt(deg, seed * 1000 + i), i * size);
  const plan: SweepPlan = { sweep: 'CEN', clockDeg, frame: FRAME };
  return sweepOf(plan, data);
}

/** Returns the volume of the dark voxels around the centre. */
function measureMm3({ geometry, voxels }: Reconstruction, radiusMm: number): number {
  const smooth = smoothed(voxels, geometry.sizes, SMOOTH_SIGMA_MM / VOXEL_MM);
  const around: number[] = [];
  visitBox(geometry, CENTRE, radiusMm + 6, (index, x, y, z) => {
    const distance = Math.hypot(x - CENTRE[0], y - CENTRE[1], z - CENTRE[2]);
    if (distance > radiusMm + 3 && distance < radiusMm + 6) around.push(smooth[index] ?? 0);
  });
  const threshold = mean(around) - BELOW_SURROUND_DB * GREY_LEVELS_PER_DB;
  let inside = 0;
  visitBox(geometry, CENTRE, radiusMm + 3, (index, x, y, z) => {
    const distance = Math.hypot(x - CENTRE[0], y - CENTRE[1], z - CENTRE[2]);
    if (distance < radiusMm + 3 && (smooth[index] ?? 0) < threshold) inside += 1;
  });
  return inside * VOXEL_MM ** 3;
}

/** Applies a Gaussian along each axis; `sigma` in voxels, x varies fastest. */
function smoothed(voxels: Uint8Array, sizes: Vec3, sigma: number): Float32Array {
  const radius = Math.ceil(3 * sigma);
  const taps = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  let from = Float32Array.from(voxels);
  const strides = [1, sizes[0], sizes[0] * sizes[1]];
  strides.forEach((stride, axis) => {
    const into = new Float32Array(from.length);
    const size = sizes[axis as 0 | 1 | 2];
    for (let index = 0; index < from.length; index += 1) {
      const position = Math.floor(index / stride) % size;
      let sum = 0;
      for (let t = -radius; t <= radius; t += 1) {
        const clamped = Math.min(size - 1, Math.max(0, position + t));
        sum += (taps[t + radius] ?? 0) * (from[index + (clamped - position) * stride] ?? 0);
      }
      into[index] = sum / total;
    }
    from = into;
  });
  return from;
}
