import type { ScanFile } from '#contracts';
import type { RecordedAngle } from './scan-progress.ts';

/** What a frame's file says of its place; nothing for a file that is no frame. */
export function storedAngle({
  header,
}: ScanFile): readonly (RecordedAngle & { readonly epoch: number })[] {
  if (header === null) return [];
  const { sweep, frameIdx, clockDeg, sensors, epoch } = header;
  if (sweep === undefined || frameIdx === undefined || clockDeg === undefined) return [];
  return [{ sweep, frameIdx, clockDeg, sensors, epoch: epoch ?? 1 }];
}
