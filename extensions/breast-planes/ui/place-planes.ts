import { type ExtensionContext, studyToken, viewStateToken } from '#core';
import { startPosition } from '../model/linked-position.ts';
import { readingToken } from '../state/reading-state.ts';
import { anyScan } from '../state/study-facts.ts';

/**
 * Tells the document where the volume lies, and gives the planes of its scan their first place;
 * one that they have already stays.
 */
export function placePlanes(context: ExtensionContext, scanId: string): void {
  const view = context.use(viewStateToken);
  const geometry = context.use(readingToken).store.getState().volumes[scanId]?.geometry;
  if (geometry === null || geometry === undefined) return;
  context.use(studyToken).setVolumeGeometry(scanId, geometry);
  if (view.store.getState().positions[scanId] !== undefined) return;
  const { scans } = context.use(studyToken).store.getState();
  const scan = anyScan(scans, view.store.getState(), scanId);
  view.setPosition(scanId, startPosition(geometry, scan?.nippleLocation ?? null));
}
