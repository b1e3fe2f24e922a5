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
 * - axis column: needs a sweep that reaches past the axis and has opposite frames; the other sweep, made by the same array, gets the same correction;
 * - tilt: needs a tilted sweep and an upright sweep that sees part of the same tissue;
 * - plane offset: needs a sweep that reaches some millimetres past the axis; the other sweep gets the same correction. Half planes that end at the axis show the same image with any offset, only slightly turned.
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
  const onAxis = sweeps.map((sweep, i) => {
    const verdict =
      axes[i]?.state === 'NOT_SUPPORTED' ? axisMovedWith(sweep, sweeps, axes) : axes[i];
    if (verdict === undefined) return sweep;
    verdicts[`${sweep.header.sweep}.axisColumn`] = verdict;
    const firstLateralMm = -verdict.used * sweep.header.lateralPitchMm;
    return verdict.state === 'CALIBRATED'
      ? corrected(sweep, { axisColumn: verdict.used, firstLateralMm })
      : sweep;
  });
  const inPlane = await calibratePlanes(onAxis, verdicts, progress);
  return { sweeps: await calibrateTilts(inPlane, verdicts, progress), verdicts };
}

/** May delay the work; throws to cancel. */
export type Progress = (done: number, total: number) => Promise<void>;

/** Moves the axis of a sweep by the correction of another sweep of the same array. */
function axisMovedWith(
  sweep: RawSweep,
  sweeps: readonly RawSweep[],
  axes: readonly Verdict[],
): Verdict | undefined {
  const own = axes[sweeps.indexOf(sweep)];
  const at = axes.findIndex(({ state }) => state === 'CALIBRATED');
  const [other, otherVerdict] = [sweeps[at], axes[at]];
  if (other === undefined || otherVerdict === undefined || own === undefined) return own;
  const mm = (otherVerdict.header - otherVerdict.used) * other.header.lateralPitchMm;
  return {
    header: own.header,
    used: own.header - mm / sweep.header.lateralPitchMm,
    state: 'CALIBRATED',
    reason: reasonMovedWith(other),
  };
}

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
  const at = planes.findIndex(({ state }) => state === 'CALIBRATED');
  const [other, otherVerdict] = [sweeps[at], planes[at]];
  return sweeps.map((sweep, i) => {
    const own = planes[i];
    if (own === undefined) return sweep;
    const verdict: Verdict =
      own.state !== 'NOT_SUPPORTED' || other === undefined || otherVerdict === undefined
        ? own
        : {
            header: own.header,
            used: own.header + otherVerdict.used - otherVerdict.header,
            state: 'CALIBRATED',
            reason: reasonMovedWith(other),
          };
    verdicts[`${sweep.header.sweep}.planeOffsetMm`] = verdict;
    return verdict.state === 'CALIBRATED'
      ? corrected(sweep, { planeOffsetMm: verdict.used })
      : sweep;
  });
}

const reasonMovedWith = ({ header }: RawSweep): string =>
  `moved with ${header.sweep}, which the same array recorded`;

async function calibrateTilts(
  sweeps: readonly RawSweep[],
  verdicts: Record<string, Verdict>,
  progress: Progress,
): Promise<readonly RawSweep[]> {
  const upright = sweeps.find(({ frame }) => frame.tiltDeg === 0);
  const tilts: RawSweep[] = [];
  for (const sweep of sweeps) {
    if (sweep.header.tiltDeg === 0 || upright === undefined) {
      tilts.push(sweep);
      continue;
    }
    const verdict = await calibrateTilt(sweep, upright, progress);
    verdicts[`${sweep.header.sweep}.tiltDeg`] = verdict;
    const change = { tiltDeg: verdict.used };
    tilts.push(verdict.state === 'CALIBRATED' ? corrected(sweep, change) : sweep);
  }
  return tilts;
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

function corrected(sweep: RawSweep, change: Partial<RawHeader>): RawSweep {
  const header = { ...sweep.header, ...change };
  const { lines, samples } = sweep.frame;
  return { ...sweep, header, frame: frameGeometryOf(header, lines, samples) };
}
