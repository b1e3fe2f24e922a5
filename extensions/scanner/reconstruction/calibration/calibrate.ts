import { frameGeometryOf, type RawHeader } from '../../model/index.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { calibrateAxis } from './calibrate-axis.ts';
import { calibratePlane } from './calibrate-plane.ts';
import { calibrateTilt } from './calibrate-tilt.ts';
import type { Verdict } from './verdict.ts';

/** Sweeps with corrected headers, and the calibration results. */
export interface Calibrated {
  readonly sweeps: readonly RawSweep[];
  /** By sweep and field, e.g. `CEN.axisColumn`. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/**
 * Checks axis column, plane offset and tilt of the headers against the data, and corrects values
 * that the data disprove. Keeps the header where the data give no evidence:
 * - axis column: needs a sweep that reaches past the axis and has opposite frames; the other sweep,
 *   made by the same array, gets the same correction;
 * - tilt: needs a tilted sweep and an upright sweep that sees part of the same tissue;
 * - plane offset: needs a sweep that reaches some millimetres past the axis; the other sweep gets
 *   the same correction. Half planes that end at the axis show the same image with any offset, only
 *   slightly turned.
 */
export async function calibrate(
  sweeps: readonly RawSweep[],
  progress: Progress,
): Promise<Calibrated> {
  const verdicts: Record<string, Verdict> = {};
  const axes: Verdict[] = [];
  for (const [i, sweep] of sweeps.entries()) {
    await progress(i, sweeps.length);
    axes.push(calibrateAxis(sweep));
  }
  const axisCorrected = sweeps.map((sweep, i) => {
    const verdict =
      axes[i]?.state === 'NOT_SUPPORTED' ? adoptAxisCorrection(sweep, sweeps, axes) : axes[i];
    if (verdict === undefined) return sweep;
    verdicts[`${sweep.header.sweep}.axisColumn`] = verdict;
    const firstLateralMm = -verdict.used * sweep.header.lateralPitchMm;
    return verdict.state === 'CALIBRATED'
      ? withHeader(sweep, { axisColumn: verdict.used, firstLateralMm })
      : sweep;
  });
  const planeCorrected = await calibratePlanes(axisCorrected, verdicts, progress);
  return { sweeps: await calibrateTilts(planeCorrected, verdicts, progress), verdicts };
}

/** Receives finished and total steps; may delay the work, and throws to cancel. */
export type Progress = (done: number, total: number) => Promise<void>;

/**
 * Returns the correction of the first sweep whose axis could be calibrated, applied to a sweep of
 * the same array; the own verdict of the sweep if there is no such sweep.
 */
function adoptAxisCorrection(
  sweep: RawSweep,
  sweeps: readonly RawSweep[],
  axes: readonly Verdict[],
): Verdict | undefined {
  const own = axes[sweeps.indexOf(sweep)];
  const calibratedIdx = axes.findIndex(({ state }) => state === 'CALIBRATED');
  const [other, otherVerdict] = [sweeps[calibratedIdx], axes[calibratedIdx]];
  if (other === undefined || otherVerdict === undefined || own === undefined) return own;
  const shiftMm = (otherVerdict.header - otherVerdict.used) * other.header.lateralPitchMm;
  return {
    header: own.header,
    used: own.header - shiftMm / sweep.header.lateralPitchMm,
    state: 'CALIBRATED',
    reason: reasonOfAdoption(other),
  };
}

/** Corrects the plane offsets, and adds the results to `verdicts`. */
async function calibratePlanes(
  sweeps: readonly RawSweep[],
  verdicts: Record<string, Verdict>,
  progress: Progress,
): Promise<readonly RawSweep[]> {
  const planes: Verdict[] = [];
  for (const [i, sweep] of sweeps.entries()) {
    await progress(i, sweeps.length);
    planes.push(calibratePlane(sweep));
  }
  return sweeps.map((sweep, i) => {
    const own = planes[i];
    if (own === undefined) return sweep;
    const verdict = own.state === 'NOT_SUPPORTED' ? adoptPlaneCorrection(own, sweeps, planes) : own;
    verdicts[`${sweep.header.sweep}.planeOffsetMm`] = verdict;
    return verdict.state === 'CALIBRATED'
      ? withHeader(sweep, { planeOffsetMm: verdict.used })
      : sweep;
  });
}

/**
 * Returns the plane correction of the first sweep that could be calibrated, applied to the header
 * value of `own`; returns `own` if there is no such sweep.
 */
function adoptPlaneCorrection(
  own: Verdict,
  sweeps: readonly RawSweep[],
  planes: readonly Verdict[],
): Verdict {
  const calibratedIdx = planes.findIndex(({ state }) => state === 'CALIBRATED');
  const [other, otherVerdict] = [sweeps[calibratedIdx], planes[calibratedIdx]];
  if (other === undefined || otherVerdict === undefined) return own;
  return {
    header: own.header,
    used: own.header + otherVerdict.used - otherVerdict.header,
    state: 'CALIBRATED',
    reason: reasonOfAdoption(other),
  };
}

const reasonOfAdoption = ({ header }: RawSweep): string =>
  `corrected with ${header.sweep}, recorded by the same array`;

/** Corrects the tilts of tilted sweeps, and adds the results to `verdicts`. */
async function calibrateTilts(
  sweeps: readonly RawSweep[],
  verdicts: Record<string, Verdict>,
  progress: Progress,
): Promise<readonly RawSweep[]> {
  const upright = sweeps.find(({ frame }) => frame.tiltDeg === 0);
  const corrected: RawSweep[] = [];
  for (const sweep of sweeps) {
    if (sweep.header.tiltDeg === 0 || upright === undefined) {
      corrected.push(sweep);
      continue;
    }
    const verdict = await calibrateTilt(sweep, upright, progress);
    verdicts[`${sweep.header.sweep}.tiltDeg`] = verdict;
    const change = { tiltDeg: verdict.used };
    corrected.push(verdict.state === 'CALIBRATED' ? withHeader(sweep, change) : sweep);
  }
  return corrected;
}

/** Returns the calibration as key/values of the volume: header value, used value and reason. */
export function calibrationInfo({ verdicts }: Calibrated): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(verdicts).map(([field, verdict]) => [
      `calibration ${field}`,
      JSON.stringify(verdict),
    ]),
  );
}

/** Returns a sweep with changed header values and the geometry that follows from them. */
function withHeader(sweep: RawSweep, change: Partial<RawHeader>): RawSweep {
  const header = { ...sweep.header, ...change };
  const { lines, samples } = sweep.frame;
  return { ...sweep, header, frame: frameGeometryOf(header, lines, samples) };
}
