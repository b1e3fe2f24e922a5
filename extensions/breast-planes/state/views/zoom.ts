import type { ExtensionContext, StudyDocument, ViewState } from '#core';
import { studyToken, viewStateToken } from '#core';
import {
  clampZoom,
  fromPx,
  imageOffset,
  type Pan,
  type PointPx,
  panForZoom,
} from '../../model/planes/image-layout.ts';
import { linkedImageOffset } from '../../model/planes/reference-lines.ts';
import { type Cell, panOf, type ReadingState, readingToken } from '../volumes/reading-state.ts';
import { anyScan, planesOf } from '../volumes/study-selectors.ts';
import type { ReadyImage } from './ready-image.ts';

export interface ZoomDeps {
  readonly reading: ReadingState;
  readonly view: Pick<ViewState, 'store'>;
  readonly study: Pick<StudyDocument, 'store'>;
}

export const zoomDeps = (context: ExtensionContext): ZoomDeps => ({
  reading: context.use(readingToken),
  view: context.use(viewStateToken),
  study: context.use(studyToken),
});

/**
 * Zooms every image to the same factor. Fixed points: the tissue under `at` in this image, the
 * linked position in all other planes of the same breast including priors, and the view's centre
 * for the other breast.
 */
export function zoomAt(
  deps: ZoomDeps,
  cellId: string,
  ready: ReadyImage,
  at: PointPx,
  requestedZoom: number,
): void {
  const { reading } = deps;
  const { frame, layout, scan } = ready;
  const values = reading.store.getState();
  const zoom = clampZoom(requestedZoom);
  const applyPan = (id: string, offset: Pan): void =>
    reading.setPan(id, panForZoom(panOf(values, id), offset, values.zoom, zoom));
  applyPan(cellId, imageOffset(frame, fromPx(layout, frame, at)));
  for (const [id, cell] of Object.entries(values.cells)) {
    if (id === cellId) continue;
    const offset = crossingOffset(deps, cell, scan.laterality.id);
    if (offset !== null) applyPan(id, offset);
  }
  reading.setZoom(zoom);
}

/**
 * Returns the linked position of a cell's scan in its image; null for the other breast and while
 * the planes are unknown.
 */
function crossingOffset(
  { reading, view, study }: ZoomDeps,
  cell: Cell,
  side: 'L' | 'R',
): Pan | null {
  const shown = view.store.getState();
  const scan = anyScan(study.store.getState().scans, shown, cell.scanId);
  if (scan === null || scan.laterality.id !== side) return null;
  const planes = planesOf(scan, shown, reading.store.getState());
  if (planes === null) return null;
  return linkedImageOffset(planes.volume, planes.nippleMm, planes.position, cell.plane);
}
