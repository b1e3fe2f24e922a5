import type { ScanFile } from '#contracts';
import type { RecordedAngle } from './scan-progress.ts';

/**
 * Returns the angle and sensor values from a frame's file; empty for a file that is not a frame.
 */
export function storedAngle({
  header,
}: ScanFile): readonly (RecordedAngle & { readonly epoch: number })[] {
  if (header === null) return [];
  const { sweep, frameIdx, clockDeg, sensors, epoch } = header;
  if (sweep === undefined || frameIdx === undefined || clockDeg === undefined) return [];
  return [{ sweep, frameIdx, clockDeg, sensors, epoch: epoch ?? 1 }];
}
