import type { ExtensionContext } from '#core';
import { preferencesToken, studyToken, viewStateToken } from '#core';
import { isInsideImage, mmToImage, offPlaneMm } from '#geometry';
import { type PointPx, toPx } from '../../model/planes/image-layout.ts';
import { ghostOpacity } from '../../model/views/ghost-cursor.ts';
import { readingToken } from '../volumes/reading-state.ts';
import { presentationToken, slabOf } from './presentations.ts';
import type { ReadyImage } from './ready-image.ts';
import { linkedScanPointMm } from './scan-links.ts';
import { viewSettingsToken } from './view-settings.ts';

/** Whether the other planes show the pointer position; on by default. */
export const GHOST_PREFERENCE = 'reading.ghost-cursor';

export const showsGhost = (values: ReadonlyMap<string, string>): boolean =>
  values.get(GHOST_PREFERENCE) !== 'off';

/** Position of the point under the pointer in another view, and its opacity (0..1). */
export interface GhostPosition extends PointPx {
  readonly opacity: number;
}

/**
 * Returns the position of the pointer's tissue point in another view. Null if the pointer is in
 * that view or over another breast, while the user draws or drags, with an open menu or popover,
 * outside the image, and if the preference is off.
 */
export function ghostPosition(
  context: ExtensionContext,
  cellId: string,
  ready: ReadyImage,
): GhostPosition | null {
  const reading = context.use(readingToken);
  const settings = context.use(viewSettingsToken);
  const { hover } = reading.store.getState();
  if (hover === null || hover.busy || hover.cellId === cellId) return null;
  if (ready.plane === 'IMG') return null;
  if (settings.store.getState().popover !== null) return null;
  if (!showsGhost(context.use(preferencesToken).store.getState().values)) return null;
  const deps = { view: context.use(viewStateToken), study: context.use(studyToken) };
  const { scan, frame, layout, view } = ready;
  const pointMm =
    hover.scanId === scan.id
      ? hover.pointMm
      : linkedScanPointMm({ ...deps, reading, settings }, hover.scanId, hover.pointMm, scan.id);
  if (pointMm === null) return null;
  const at = mmToImage(frame, pointMm);
  const px = toPx(layout, frame, at);
  const isVisible = px.x >= 0 && px.y >= 0 && px.x <= view.width && px.y <= view.height;
  if (!isInsideImage(at) || !isVisible) return null;
  const { thicknessMm } = slabOf(context.use(presentationToken).store.getState(), ready.plane);
  return { ...px, opacity: ghostOpacity(offPlaneMm(frame, pointMm), thicknessMm) };
}
