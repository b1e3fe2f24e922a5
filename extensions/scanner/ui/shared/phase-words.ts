import { currentSweep, framesStored, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

const { phases, kept } = scanStateTexts;

/** 'PER 87°': where the newest frame was taken; null before the first. */
export function anglePlace(progress: ScanProgress): string | null {
  const { latest } = progress;
  return latest === null ? null : `${latest.sweep} ${Math.round(latest.clockDeg)}°`;
}

/** The state of the scan in words. */
export function phaseWords(progress: ScanProgress): string {
  const place = anglePlace(progress);
  switch (progress.phase) {
    case 'not-started':
      return phases.notStarted;
    case 'starting':
      return phases.starting;
    case 'recording':
      return currentSweep(progress) === 'PER' ? phases.peripheral : phases.central;
    case 'paused':
      return place === null ? phases.paused : phases.pausedAt(place);
    case 'interrupted':
      return phases.interrupted;
    case 'failed':
      return phases.failed;
    case 'completed':
      return phases.completed;
  }
}

/** What stays of an interrupted scan, for the error card. */
export function keptSentence(progress: ScanProgress): string {
  const stored = framesStored(progress);
  if (stored === 0) return kept.none;
  const place = anglePlace(progress);
  const where = place === null ? '' : kept.lastAt(place);
  return kept.frames(where, stored);
}

/** Seconds as 'm:ss'. */
export function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
