import type { Vec3 } from '#geometry';
import {
  DEFAULT_DEVICE_SETTINGS,
  type FrameGeometry,
  mmToSample,
  type SweepPlan,
  sweepPlans,
} from '../../extensions/scanner/model/index.ts';
import {
  calibrate,
  type RawSweep,
  type Reconstruction,
} from '../../extensions/scanner/reconstruction/index.ts';
import { createPhantom, frameSimulator } from '../../extensions/scanner/simulator/index.ts';
import { machine, quantile, round } from '../bench/support/figure.ts';
import { type Fom, type FomFigure, mean } from './fom-figure.ts';
import {
  GREY_LEVELS_PER_DB,
  ON_A_PHANTOM,
  seededRandom,
  shifted,
  sweepOf,
  visitBox,
  volumeOf,
} from './rec-support.ts';

const TARGETS = 200;
const VOXEL_MM = 0.25;
const PEAK_GREY_LEVEL = 250;
/** Range below the peak, in dB, that belongs to a target. */
const WITHIN_DB = 10;
/** Standard deviations of the beam at its focus in mm: axial, lateral, across the slice. */
const BEAM = { axial: 0.105, lateral: 0.3, slice: 0.64 } as const;

/** Error of the axis in the header, mm: the array starts this far before the axis. */
const AXIS_ERROR_MM = 0.3;
/**
 * Offset in mm of planes that the header places on the axis, for frames that start before the axis.
 */
const PLANE_ERROR_MM = 0.3;
const PAST_AXIS_MM = 12;
const SPECKLE_SEED = 2;

/**
 * Locations of 200 point targets in the volume reconstructed from their frames, against the true
 * locations.
 */
export const recPoint: Fom = async () => {
  const plans = sweepPlans('FULL', { lines: 256, samples: 512 }, 45);
  const targets = drawTargets();
  const errorsOf = async (sweeps: readonly RawSweep[]): Promise<readonly number[]> => {
    const volume = await volumeOf(sweeps, VOXEL_MM);
    return targets.map((target) => errorMm(volume, target));
  };
  const errors = await errorsOf(plans.map((plan) => imagePoints(plan, targets)));
  const shiftedSweeps = plans.map((plan) => {
    const imaged = imagePoints({ ...plan, frame: shifted(plan.frame, -AXIS_ERROR_MM) }, targets);
    return sweepOf(plan, imaged.data);
  });
  const calibration = await calibratedBySpeckle(plans);
  const calibrated = await errorsOf(
    shiftedSweeps.map((sweep, i) => ({
      ...sweep,
      frame: calibration.sweeps[i]?.frame ?? sweep.frame,
    })),
  );
  const more = {
    calibration: calibration.verdicts,
    withoutMm: round(mean(await errorsOf(shiftedSweeps))),
  };
  return [
    figureOf('rec-point/mean', mean(errors), '≤ 0.05', errors),
    figureOf('rec-point/p95', quantile(errors, 0.95), '≤ 0.15', errors),
    figureOf('rec-point/self-calibrated', mean(calibrated), '≤ 0.1', calibrated, more),
    await planeFigure(plans, targets, errorsOf),
  ];
};

/**
 * Returns the error for planes beside the axis after calibration, with a central sweep that extends
 * past the axis.
 */
async function planeFigure(
  plans: readonly SweepPlan[],
  targets: readonly Vec3[],
  errorsOf: (sweeps: readonly RawSweep[]) => Promise<readonly number[]>,
): Promise<FomFigure> {
  const plansPastAxis = plans.map((plan) =>
    plan.sweep === 'CEN' ? { ...plan, frame: shifted(plan.frame, -PAST_AXIS_MM) } : plan,
  );
  const withOffset = (frame: FrameGeometry) => ({ ...frame, planeOffsetMm: PLANE_ERROR_MM });
  const shiftedSweeps = plansPastAxis.map((plan) =>
    sweepOf(plan, imagePoints({ ...plan, frame: withOffset(plan.frame) }, targets).data),
  );
  const speckle = plansPastAxis.map((plan) => {
    // Extends the central sweep equally behind and before the axis; the other sweep has the same
    // offset.
    const lines =
      plan.sweep === 'CEN' ? Math.ceil((2 * PAST_AXIS_MM) / plan.frame.lateralPitchMm) : 2;
    const frame = { ...plan.frame, lines };
    const generator = frameSimulator(
      createPhantom(SPECKLE_SEED, 'L'),
      withOffset(frame),
      DEFAULT_DEVICE_SETTINGS,
    );
    const size = lines * frame.samples;
    const data = new Uint8Array(size * plan.clockDeg.length);
    for (const [i, deg] of plan.clockDeg.entries()) data.set(generator.frameAt(deg, i), i * size);
    return sweepOf({ ...plan, frame }, data);
  });
  const calibration = await calibrate(speckle, async () => undefined);
  const calibrated = await errorsOf(
    shiftedSweeps.map((sweep, i) => {
      const planeOffsetMm = calibration.sweeps[i]?.frame.planeOffsetMm ?? 0;
      return { ...sweep, frame: { ...sweep.frame, planeOffsetMm } };
    }),
  );
  const more = {
    calibration: calibration.verdicts,
    withoutMm: round(mean(await errorsOf(shiftedSweeps))),
  };
  return figureOf('rec-point/plane-calibrated', mean(calibrated), '≤ 0.1', calibrated, more);
}

/**
 * Calibrates the axis with speckle of a breast recorded by the same misaligned array, because point
 * targets don't reveal the axis.
 */
async function calibratedBySpeckle(plans: readonly SweepPlan[]) {
  const phantom = createPhantom(SPECKLE_SEED, 'L');
  const sweeps = plans.map((plan) => {
    const frame = shifted(plan.frame, -AXIS_ERROR_MM);
    const generator = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    const size = frame.lines * frame.samples;
    const data = new Uint8Array(size * plan.clockDeg.length);
    // Only the frames that the calibration uses.
    for (const [i, deg] of plan.clockDeg.entries()) {
      if (deg % 5 === 0) data.set(generator.frameAt(deg, i), i * size);
    }
    return sweepOf(plan, data);
  });
  return calibrate(sweeps, async () => undefined);
}

/** @param errors errors of all targets in mm */
export function figureOf(
  name: string,
  figure: number,
  target: string,
  errors: readonly number[],
  more: Readonly<Record<string, unknown>> = {},
): FomFigure {
  return {
    name,
    unit: 'mm',
    target,
    against: null,
    runs: errors.length,
    figure: round(figure),
    spread: [round(quantile(errors, 0.25)), round(quantile(errors, 0.75))],
    machine: machine(),
    more: { what: ON_A_PHANTOM, voxelMm: VOXEL_MM, beamSigmaMm: BEAM, ...more },
  };
}

/** Returns random targets within the common coverage of both sweeps, over 5 mm apart. */
export function drawTargets(): readonly Vec3[] {
  const random = seededRandom(5);
  const targets: Vec3[] = [];
  while (targets.length < TARGETS) {
    const radius = 3 + 68 * Math.sqrt(random());
    const angle = 2 * Math.PI * random();
    const candidate: Vec3 = [radius * Math.sin(angle), 5 + 35 * random(), radius * Math.cos(angle)];
    const isSeparate = targets.every(
      ([x, y, z]) => Math.hypot(candidate[0] - x, candidate[1] - y, candidate[2] - z) > 5,
    );
    if (isSeparate) targets.push(candidate);
  }
  return targets;
}

/** Creates frames of point targets, imaged by a Gaussian beam with logarithmic compression. */
export function imagePoints(plan: SweepPlan, targets: readonly Vec3[]): RawSweep {
  const { lines, samples, lateralPitchMm, depthStepMm, planeOffsetMm } = plan.frame;
  const data = new Uint8Array(lines * samples * plan.clockDeg.length);
  for (const target of targets) {
    plan.clockDeg.forEach((deg, i) => {
      const angle = (deg * Math.PI) / 180;
      const offMm = target[0] * Math.cos(angle) - target[2] * Math.sin(angle) - planeOffsetMm;
      const along = target[0] * Math.sin(angle) + target[2] * Math.cos(angle);
      // 3 mm before the first beam, a target no longer reaches the frame.
      const minAlong = Math.min(0, plan.frame.firstLateralMm) - 3;
      if (Math.abs(offMm) > 4 * BEAM.slice || along < minAlong) return;
      // Target projected into the plane of this frame.
      const projected: Vec3 = [along, target[1], 0];
      const at = mmToSample({ ...plan.frame, planeOffsetMm: 0 }, projected);
      const line = along < 0 ? at.line + (2 * along) / lateralPitchMm : at.line;
      splat(data.subarray(i * lines * samples), { line, sample: at.sample }, offMm);
    });
  }
  return sweepOf(plan, data);

  function splat(
    into: Uint8Array,
    { line, sample }: { readonly line: number; readonly sample: number },
    offMm: number,
  ): void {
    const slice = offMm / BEAM.slice;
    const firstLine = Math.max(0, Math.ceil(line - 6));
    const lastLine = Math.min(lines - 1, line + 6);
    const firstSample = Math.max(0, Math.ceil(sample - 8));
    const lastSample = Math.min(samples - 1, sample + 8);
    for (let l = firstLine; l <= lastLine; l += 1) {
      const across = ((l - line) * lateralPitchMm) / BEAM.lateral;
      for (let s = firstSample; s <= lastSample; s += 1) {
        const along = ((s - sample) * depthStepMm) / BEAM.axial;
        const db = (-10 / Math.LN10) * (slice * slice + across * across + along * along);
        const greyLevel = Math.max(0, PEAK_GREY_LEVEL + GREY_LEVELS_PER_DB * db);
        const index = l * samples + s;
        into[index] = Math.max(into[index] ?? 0, Math.round(greyLevel));
      }
    }
  }
}

/** Returns the distance of the amplitude-weighted centre of a target from the truth, in mm. */
export function errorMm({ geometry, voxels }: Reconstruction, target: Vec3): number {
  let peak = 0;
  visitBox(geometry, target, 1.5, (index) => {
    peak = Math.max(peak, voxels[index] ?? 0);
  });
  const centre = { x: 0, y: 0, z: 0, weight: 0 };
  visitBox(geometry, target, 2.5, (index, x, y, z) => {
    const db = ((voxels[index] ?? 0) - peak) / GREY_LEVELS_PER_DB;
    if (db < -WITHIN_DB) return;
    // Weights fall to 0 at the border, because a sharp border would pull the centre towards the
    // grid.
    const weight = 10 ** (db / 20) - 10 ** (-WITHIN_DB / 20);
    centre.x += weight * x;
    centre.y += weight * y;
    centre.z += weight * z;
    centre.weight += weight;
  });
  const { x, y, z, weight } = centre;
  return Math.hypot(x / weight - target[0], y / weight - target[1], z / weight - target[2]);
}
