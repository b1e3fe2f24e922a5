import { currentSweep, framesStored, type ScanProgress } from '../state/scan-progress.ts';

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
      return 'Not started';
    case 'starting':
      return 'Starting';
    case 'recording':
      return currentSweep(progress) === 'PER' ? 'Peripheral sweep' : 'Central sweep';
    case 'paused':
      return place === null ? 'Paused' : `Paused at ${place}`;
    case 'interrupted':
      return 'Stopped before the end';
    case 'failed':
      return 'Failed';
    case 'completed':
      return 'All frames are stored';
  }
}

/** What stays of an interrupted scan, for the error card. */
export function keptSentence(progress: ScanProgress): string {
  const stored = framesStored(progress);
  if (stored === 0) return 'No frame has been recorded yet.';
  const place = anglePlace(progress);
  const where = place === null ? '' : `Last frame at ${place}. `;
  return `${where}The ${stored} frames recorded so far are kept until a new scan is complete.`;
}

/** Seconds as 'm:ss'. */
export function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
