import type { VolumeEntry } from '../volumes/reading-state.ts';

/** Progress of a plane's image; a `coarse` image will be replaced by a finer one. */
export type PlaneState = 'loading' | 'coarse' | 'complete' | 'failed';

/** Derives the state from the scan's volume, the shown volume and whether drawing failed. */
export function planeState(
  { status, volume }: Pick<VolumeEntry, 'status' | 'volume'>,
  shownVolumeId: string | null,
  drawingFailed: boolean,
): PlaneState {
  if (status === 'failed' || drawingFailed) return 'failed';
  // Without voxels the state is `loading` even while the image of an older volume is shown, because
  // the reference lines already belong to the new volume.
  if (shownVolumeId === null || volume === null) return 'loading';
  return status === 'complete' && shownVolumeId === volume.id ? 'complete' : 'coarse';
}
