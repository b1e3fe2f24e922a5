import { type Vec3, voxelToMm } from '#geometry';
import {
  type SweepPlan,
  sampleToAxisPoint,
  sweepPlans,
} from '../../extensions/scanner/model/index.ts';
import type { RawSweep, Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';
import { machine, round } from '../bench/support/figure.ts';
import type { Fom } from './fom-figure.ts';
import { lots, ON_A_PHANTOM, sweepOf, volumeOf } from './rec-support.ts';

const VOXEL_MM = 0.4;
const BALLS = 120;
/** Distances from the axis in mm that bound the rings. */
const RINGS = [0, 5, 20, 50, 79] as const;
/** Standard deviation of the slice thickness in mm, and sample positions in standard deviations. */
const SLICE_MM = 0.6;
const SLICE_AT = [-2, -1, 0, 1, 2] as const;

/** Correlation of the volume with the field in its frames, ring by ring. */
export const recNcc: Fom = async () => {
  const field = discsInWaves();
  const plans = sweepPlans('FULL', { lines: 256, samples: 256 }, 45);
  const volume = await volumeOf(
    plans.map((plan) => imageField(plan, field)),
    VOXEL_MM,
  );
  return RINGS.slice(1).map((outer, at) => {
    const inner = RINGS[at] ?? 0;
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
        sliceSigmaMm: SLICE_MM,
        ballRadiusMm: [3, 7],
      },
    };
  });
};

type Field = (point: Vec3) => number;

/** A smooth field with sharp-edged balls, bright and dark. */
function discsInWaves(): Field {
  const random = lots(11);
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
    for (const key of cellsAbout(centre, radius)) cells.set(key, [...(cells.get(key) ?? []), ball]);
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

const CELL_MM = 8;
function cellsAbout([x, , z]: Vec3, radius: number): readonly string[] {
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
  const weights = SLICE_AT.map((at) => Math.exp((-at * at) / 2));
  const total = weights.reduce((sum, w) => sum + w, 0);
  plan.clockDeg.forEach((deg, i) => {
    const sin = Math.sin((deg * Math.PI) / 180);
    const cos = Math.cos((deg * Math.PI) / 180);
    for (let line = 0; line < lines; line += 1) {
      for (let sample = 0; sample < samples; sample += 1) {
        const { radiusMm, depthMm } = sampleToAxisPoint(plan.frame, { line, sample });
        let sum = 0;
        SLICE_AT.forEach((at, tap) => {
          const off = at * SLICE_MM;
          const x = radiusMm * sin + off * cos;
          sum += (weights[tap] ?? 0) * field([x, depthMm, radiusMm * cos - off * sin]);
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
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < voxels.length; at += inner < 5 ? 1 : 7) {
    if (coverage[at] === 0) continue;
    const k = Math.floor(at / (nx * ny));
    const point = voxelToMm(geometry, [at % nx, Math.floor(at / nx) % ny, k]);
    const distance = Math.hypot(point[0], point[2]);
    if (distance < inner || distance >= outer) continue;
    const greyLevel = voxels[at] ?? 0;
    const truth = voxelMean(field, point);
    n += 1;
    a += greyLevel;
    b += truth;
    aa += greyLevel * greyLevel;
    bb += truth * truth;
    ab += greyLevel * truth;
  }
  const ncc = (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n));
  return { ncc, voxels: n };
}

/** Returns the mean over a voxel, sampled halfway to each of its eight corners. */
function voxelMean(field: Field, [x, y, z]: Vec3): number {
  const d = VOXEL_MM / 4;
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const side = (bit: number): number => ((corner >> bit) & 1 ? d : -d);
    sum += field([x + side(0), y + side(1), z + side(2)]);
  }
  return sum / 8;
}
