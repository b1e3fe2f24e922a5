import { currentSweep, framesStored, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

const { phases, storedFrames } = scanStateTexts;

/** 'PER 87°': where the newest frame was taken; null before the first. */
export function angleText(progress: ScanProgress): string | null {
  const { latest } = progress;
  return latest === null ? null : `${latest.sweep} ${Math.round(latest.clockDeg)}°`;
}

/** The state of the scan in words. */
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

/** What stays of an interrupted scan, for the error card. */
export function storedFramesText(progress: ScanProgress): string {
  const stored = framesStored(progress);
  if (stored === 0) return storedFrames.none;
  const angle = angleText(progress);
  const where = angle === null ? '' : storedFrames.lastAt(angle);
  return storedFrames.frames(where, stored);
}

/** Seconds as 'm:ss'. */
export function timeText(seconds: number): string {
  const totalSeconds = Math.ceil(seconds);
  return `${Math.floor(totalSeconds / 60)}:${String(totalSeconds % 60).padStart(2, '0')}`;
}
