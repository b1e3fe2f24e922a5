import type { AngleRange, SweepGap } from '../../state/scan/scan-gaps.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

const texts = scanStateTexts.gaps;

/** Maximum number of ranges that are named; a sweep with more gaps shows their number. */
const MAX_RANGES = 4;

const rangeText = ({ fromDeg, toDeg }: AngleRange): string =>
  fromDeg === toDeg ? `${fromDeg}°` : `${fromDeg}°–${toDeg}°`;

function sweepText({ sweep, isEntireSweep, ranges }: SweepGap): string {
  if (isEntireSweep) return texts.entireSweep(sweep);
  const named = ranges.slice(0, MAX_RANGES).map(rangeText).join(', ');
  const more = ranges.length - MAX_RANGES;
  return more > 0 ? texts.more(`${sweep} ${named}`, more) : `${sweep} ${named}`;
}

/** Formats gaps: 'Missing: CEN 88°–120°, all of PER'. */
export function gapsSentence(gaps: readonly SweepGap[]): string {
  return gaps.length === 0 ? texts.none : texts.missing(gaps.map(sweepText).join(', '));
}
