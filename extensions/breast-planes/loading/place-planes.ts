import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import { sameValue } from '#findings';
import { clampToVolume, startPosition } from '../model/planes/linked-position.ts';
import { readingToken } from '../state/volumes/reading-state.ts';
import { anyScan, inVolume } from '../state/volumes/study-selectors.ts';

/**
 * Stores the volume geometry in the study document and sets the initial plane positions of the
 * scan; does nothing until the geometry is known. Existing planes keep their location in the patient
 * when a new reconstruction has a different voxel grid.
 */
export function placePlanes(context: ExtensionContext, scanId: string): void {
  const view = context.use(viewStateToken);
  const geometry = context.use(readingToken).store.getState().volumes[scanId]?.geometry;
  if (geometry === null || geometry === undefined) return;
  const study = context.use(studyToken);
  const previousGeometry = study.volumeGeometry(scanId);
  study.setVolumeGeometry(scanId, geometry);
  const current = view.store.getState().positions[scanId];
  if (current !== undefined) {
    if (previousGeometry === null || sameValue(previousGeometry, geometry)) return;
    view.setPosition(scanId, clampToVolume(geometry, current, previousGeometry));
    return;
  }
  const { scans } = study.store.getState();
  const scan = anyScan(scans, view.store.getState(), scanId);
  const nipple = scan?.nippleLocation ?? null;
  view.setPosition(
    scanId,
    startPosition(geometry, nipple === null ? null : inVolume(geometry, nipple)),
  );
}
