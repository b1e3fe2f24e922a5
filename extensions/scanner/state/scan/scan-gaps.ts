import { clockAnglesOf, type SweepName } from '../../model/index.ts';
import { framesStored, type ScanProgress } from './scan-progress.ts';

/** Range of missing clock angles, clockwise from `fromDeg` to `toDeg`, both included. */
export interface AngleRange {
  readonly fromDeg: number;
  readonly toDeg: number;
}

/** Missing frames of a sweep. */
export interface SweepGap {
  readonly sweep: SweepName;
  /** Number of frames that are not stored. */
  readonly missing: number;
  /** True if the sweep has no stored frame. */
  readonly isEntireSweep: boolean;
  readonly ranges: readonly AngleRange[];
}

/** Returns the missing frames of each incomplete sweep as ranges of angles. */
export function gapsOf({
  protocol,
  sweeps,
}: Pick<ScanProgress, 'protocol' | 'sweeps'>): readonly SweepGap[] {
  const angles = clockAnglesOf(protocol);
  return (['CEN', 'PER'] as const).flatMap((sweep) => {
    const stored = sweeps[sweep];
    const runs = missingRuns(angles.length, (idx) => stored.has(idx));
    if (runs.length === 0) return [];
    const missing = angles.filter((_, idx) => !stored.has(idx)).length;
    const isEntireSweep = missing === angles.length;
    const runRanges = runs.map(([first, last]) => ({
      fromDeg: angles[first] ?? 0,
      toDeg: angles[last] ?? 0,
    }));
    const ranges = isEntireSweep ? runRanges : joinAcrossZero(runRanges);
    return [{ sweep, missing, isEntireSweep, ranges }];
  });
}

/** Returns runs of consecutive frame indices as first and last index. */
function missingRuns(
  count: number,
  isStored: (idx: number) => boolean,
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (let idx = 0; idx < count; idx += 1) {
    if (isStored(idx)) continue;
    const last = runs.at(-1);
    if (last?.[1] === idx - 1) last[1] = idx;
    else runs.push([idx, idx]);
  }
  return runs;
}

/** Joins the last range with the first if both 359° and 0° are missing; only on a full circle. */
function joinAcrossZero(ranges: readonly AngleRange[]): readonly AngleRange[] {
  const first = ranges[0];
  const last = ranges.at(-1);
  if (first === undefined || last === undefined || ranges.length < 2) return ranges;
  if (first.fromDeg !== 0 || last.toDeg !== 359) return ranges;
  return [{ fromDeg: last.fromDeg, toDeg: first.toDeg }, ...ranges.slice(1, -1)];
}

/**
 * Returns whether the attempt can be resumed: not running, with frames on the server. Without
 * stored frames, a restart is equivalent.
 */
export function canResumeAttempt(progress: ScanProgress): boolean {
  const isStopped = progress.phase === 'interrupted' || progress.phase === 'failed';
  return isStopped && framesStored(progress) > 0;
}
