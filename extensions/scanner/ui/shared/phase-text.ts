import { currentSweep, framesStored, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

const { phases, storedFrames } = scanStateTexts;

/** Returns sweep and angle of the newest frame, e.g. 'PER 87°'; null before the first frame. */
export function angleText(progress: ScanProgress): string | null {
  const { latest } = progress;
  return latest === null ? null : `${latest.sweep} ${Math.round(latest.clockDeg)}°`;
}

/** Returns the state of the scan as text. */
export function phaseText(progress: ScanProgress): string {
  const angle = angleText(progress);
  switch (progress.phase) {
    case 'not-started':
      return phases.notStarted;
    case 'starting':
      return phases.starting;
    case 'recording':
      return currentSweep(progress) === 'PER' ? phases.peripheral : phases.central;
    case 'paused':
      return angle === null ? phases.paused : phases.pausedAt(angle);
    case 'interrupted':
      return phases.interrupted;
    case 'failed':
      return phases.failed;
    case 'completed':
      return phases.completed;
  }
}

/** Returns the number of stored frames of an interrupted scan as text, for the error card. */
export function storedFramesText(progress: ScanProgress): string {
  const stored = framesStored(progress);
  if (stored === 0) return storedFrames.none;
  const angle = angleText(progress);
  const where = angle === null ? '' : storedFrames.lastAt(angle);
  return storedFrames.frames(where, stored);
}

/** Formats seconds as 'm:ss'. */
export function timeText(seconds: number): string {
  const totalSeconds = Math.ceil(seconds);
  return `${Math.floor(totalSeconds / 60)}:${String(totalSeconds % 60).padStart(2, '0')}`;
}
