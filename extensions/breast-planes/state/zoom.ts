import {
  clampZoom,
  fromPx,
  type PointPx,
  panKeeping,
  placeInImage,
} from '../model/image-layout.ts';
import { linkedPlace } from '../model/reference-lines.ts';
import { panOf, type ReadingState } from './reading-state.ts';
import type { ReadyImage } from './ready-image.ts';

/**
 * Zooms every image to the same factor. Under `at` the tissue of this one stays where it is; in
 * the other planes the linked place does.
 */
export function zoomAt(
  reading: ReadingState,
  cellId: string,
  ready: ReadyImage,
  at: PointPx,
  wanted: number,
): void {
  const { frame, layout, volume, nippleMm, position } = ready;
  const values = reading.store.getState();
  const zoom = clampZoom(wanted);
  const here = placeInImage(frame, fromPx(layout, frame, at));
  reading.setPan(cellId, panKeeping(panOf(values, cellId), here, values.zoom, zoom));
  for (const [id, { plane }] of Object.entries(values.cells)) {
    if (id === cellId) continue;
    const place = linkedPlace(volume, nippleMm, position, plane);
    reading.setPan(id, panKeeping(panOf(values, id), place, values.zoom, zoom));
  }
  reading.setZoom(zoom);
}
