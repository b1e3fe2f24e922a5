import { type Vec3, voxelToMm } from '#geometry';
import {
  type SweepPlan,
  sampleToAxisPoint,
  sweepPlans,
} from '../../extensions/scanner/model/index.ts';
import type { RawSweep, Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';
import { correlation } from '../../extensions/scanner/simulator/test-support/block.ts';
import { machine, round } from '../bench/support/figure.ts';
import type { Fom } from './fom-figure.ts';
import { ON_A_PHANTOM, seededRandom, sweepOf, volumeOf } from './rec-support.ts';

const VOXEL_MM = 0.4;
const BALLS = 120;
/** Width of the cells in which balls are looked up by their x and z. */
const CELL_MM = 8;
/** Distances from the axis in mm that bound the rings. */
const RINGS = [0, 5, 20, 50, 79] as const;
/** Standard deviation of the slice thickness in mm, and sample positions in standard deviations. */
const SLICE_SIGMA_MM = 0.6;
const SLICE_OFFSETS = [-2, -1, 0, 1, 2] as const;

/** Correlation of a volume with the field that its frames show, ring by ring. */
export const recNcc: Fom = async () => {
  const field = ballsInWaves();
  const plans = sweepPlans('FULL', { lines: 256, samples: 256 }, 45);
  const volume = await volumeOf(
    plans.map((plan) => imageField(plan, field)),
    VOXEL_MM,
  );
  return RINGS.slice(1).map((outer, ring) => {
    const inner = RINGS[ring] ?? 0;
    const { ncc, voxels } = correlate(volume, field, inner, outer);
    return {
      name: `rec-ncc/${inner}-${outer}-mm`,
      figure: round(ncc),
      unit: 'correlation',
      target: '≥ 0.99',
      against: null,
      runs: 1,
      spread: [round(ncc), round(ncc)] as const,
      machine: machine(),
      more: {
        what: ON_A_PHANTOM,
        voxels,
        voxelMm: VOXEL_MM,
        sliceSigmaMm: SLICE_SIGMA_MM,
        ballRadiusMm: [3, 7],
      },
    };
  });
};

type Field = (point: Vec3) => number;

/** A smooth field with sharp-edged balls, bright and dark. */
function ballsInWaves(): Field {
  const random = seededRandom(11);
  const cells = new Map<string, { centre: Vec3; radius: number; greyLevel: number }[]>();
  for (let n = 0; n < BALLS; n += 1) {
    const distance = 76 * Math.sqrt(random());
    const angle = 2 * Math.PI * random();
    const centre: Vec3 = [
      distance * Math.sin(angle),
      2 + 40 * random(),
      distance * Math.cos(angle),
    ];
    const radius = 3 + 4 * random();
    const ball = { centre, radius, greyLevel: n % 2 === 0 ? 60 : -60 };
    for (const key of cellsAround(centre, radius))
      cells.set(key, [...(cells.get(key) ?? []), ball]);
  }
  return ([x, y, z]) => {
    const wave = 125 + 35 * Math.sin(x / 5) * Math.cos(z / 6) + 25 * Math.sin(y / 4 + x / 9);
    const balls = cells.get(`${Math.floor(x / CELL_MM)} ${Math.floor(z / CELL_MM)}`) ?? [];
    const ball = balls.find(
      ({ centre, radius }) =>
        (x - centre[0]) ** 2 + (y - centre[1]) ** 2 + (z - centre[2]) ** 2 < radius * radius,
    );
    return wave + (ball?.greyLevel ?? 0);
  };
}

/** Returns the keys of the cells that a ball touches. */
function cellsAround([x, , z]: Vec3, radius: number): readonly string[] {
  const keys: string[] = [];
  for (let i = Math.floor((x - radius) / CELL_MM); i <= (x + radius) / CELL_MM; i += 1) {
    for (let k = Math.floor((z - radius) / CELL_MM); k <= (z + radius) / CELL_MM; k += 1) {
      keys.push(`${i} ${k}`);
    }
  }
  return keys;
}

/** Creates frames of the field, averaged over the slice thickness. */
function imageField(plan: SweepPlan, field: Field): RawSweep {
  const { lines, samples } = plan.frame;
  const data = new Uint8Array(lines * samples * plan.clockDeg.length);
  const weights = SLICE_OFFSETS.map((offset) => Math.exp((-offset * offset) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  plan.clockDeg.forEach((deg, i) => {
    const sin = Math.sin((deg * Math.PI) / 180);
    const cos = Math.cos((deg * Math.PI) / 180);
    for (let line = 0; line < lines; line += 1) {
      for (let sample = 0; sample < samples; sample += 1) {
        const { radiusMm, depthMm } = sampleToAxisPoint(plan.frame, { line, sample });
        let sum = 0;
        SLICE_OFFSETS.forEach((offset, tap) => {
          const offsetMm = offset * SLICE_SIGMA_MM;
          const x = radiusMm * sin + offsetMm * cos;
          sum += (weights[tap] ?? 0) * field([x, depthMm, radiusMm * cos - offsetMm * sin]);
        });
        data[(i * lines + line) * samples + sample] = sum / total + 0.5;
      }
    }
  });
  return sweepOf(plan, data);
}

function correlate(
  { geometry, voxels, coverage }: Reconstruction,
  field: Field,
  inner: number,
  outer: number,
): { readonly ncc: number; readonly voxels: number } {
  const [nx, ny] = geometry.sizes;
  const greyLevels: number[] = [];
  const truths: number[] = [];
  // Reads each voxel of the innermost ring, which has few, and every seventh of the others.
  const step = inner === 0 ? 1 : 7;
  for (let index = 0; index < voxels.length; index += step) {
    if (coverage[index] === 0) continue;
    const k = Math.floor(index / (nx * ny));
    const point = voxelToMm(geometry, [index % nx, Math.floor(index / nx) % ny, k]);
    const distance = Math.hypot(point[0], point[2]);
    if (distance < inner || distance >= outer) continue;
    greyLevels.push(voxels[index] ?? 0);
    truths.push(voxelMean(field, point));
  }
  return { ncc: correlation(greyLevels, truths), voxels: greyLevels.length };
}

/** Returns the mean over a voxel, sampled halfway to each of its eight corners. */
function voxelMean(field: Field, [x, y, z]: Vec3): number {
  const quarterMm = VOXEL_MM / 4;
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const offset = (bit: number): number => ((corner >> bit) & 1 ? quarterMm : -quarterMm);
    sum += field([x + offset(0), y + offset(1), z + offset(2)]);
  }
  return sum / 8;
}
