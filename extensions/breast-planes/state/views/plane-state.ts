import type { VolumeEntry } from '../volumes/reading-state.ts';

/** How far a plane's picture is; `coarse` is a picture that a finer one will replace. */
export type PlaneState = 'loading' | 'coarse' | 'complete' | 'failed';

/** From the scan's volume, the volume that is on the screen, and whether drawing has failed. */
export function planeState(
  { status, volume }: Pick<VolumeEntry, 'status' | 'volume'>,
  shownVolumeId: string | null,
  drawingFailed: boolean,
): PlaneState {
  if (status === 'failed' || drawingFailed) return 'failed';
  // Also while an older volume of the scan is still seen: the lines are those of the new one.
  if (shownVolumeId === null || volume === null) return 'loading';
  return status === 'complete' && shownVolumeId === volume.id ? 'complete' : 'coarse';
}
