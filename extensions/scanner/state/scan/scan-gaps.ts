import { clockAnglesOf, type SweepName } from '../../model/index.ts';
import { framesStored, type ScanProgress } from './scan-progress.ts';

/** Clock angles from `fromDeg` clockwise to `toDeg`, both missing. */
export interface AngleRange {
  readonly fromDeg: number;
  readonly toDeg: number;
}

/** What one sweep lacks. */
export interface SweepGap {
  readonly sweep: SweepName;
  /** Frames that are not stored. */
  readonly missing: number;
  /** True: the sweep has no frame at all. */
  readonly isEntireSweep: boolean;
  readonly ranges: readonly AngleRange[];
}

/** The frames that are not stored, as ranges of angles; sweeps that lack nothing are left out. */
export function gapsOf({
  protocol,
  sweeps,
}: Pick<ScanProgress, 'protocol' | 'sweeps'>): readonly SweepGap[] {
  const angles = clockAnglesOf(protocol);
  return (['CEN', 'PER'] as const).flatMap((sweep) => {
    const stored = sweeps[sweep];
    const runs = missingRuns(angles.length, (idx) => stored.has(idx));
    if (runs.length === 0) return [];
    const missing = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const isEntireSweep = missing === angles.length;
    const ranges = runs.map(([first, last]) => ({
      fromDeg: angles[first] ?? 0,
      toDeg: angles[last] ?? 0,
    }));
    return [{ sweep, missing, isEntireSweep, ranges: isEntireSweep ? ranges : joined(ranges) }];
  });
}

/** Frame indices without a gap between them: first and last of each run. */
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

/** On a full circle the last angle lies beside the first. */
function joined(ranges: readonly AngleRange[]): readonly AngleRange[] {
  const first = ranges[0];
  const last = ranges.at(-1);
  if (first === undefined || last === undefined || ranges.length < 2) return ranges;
  if (first.fromDeg !== 0 || last.toDeg !== 359) return ranges;
  return [{ fromDeg: last.fromDeg, toDeg: first.toDeg }, ...ranges.slice(1, -1)];
}

/**
 * Whether the attempt can go on where it was: it stands still, and the server holds frames of it.
 * Without a frame, a restart is the same.
 */
export function canResumeAttempt(progress: ScanProgress): boolean {
  const isStopped = progress.phase === 'interrupted' || progress.phase === 'failed';
  return isStopped && framesStored(progress) > 0;
}
