import type { ExtensionContext } from '#core';
import { preferencesToken, studyToken, viewStateToken } from '#core';
import { isInsideImage, mmToImage, offPlaneMm } from '#geometry';
import { type PointPx, toPx } from '../../model/planes/image-layout.ts';
import { ghostOpacity } from '../../model/views/ghost-cursor.ts';
import { readingToken } from '../volumes/reading-state.ts';
import { looksToken, slabOf } from './looks.ts';
import type { ReadyImage } from './ready-image.ts';
import { linkedPlaceMm } from './scan-links.ts';
import { viewSettingsToken } from './view-settings.ts';

/** Whether the other planes show where the pointer is; on unless the reader switched it off. */
export const GHOST_PREFERENCE = 'reading.ghost-cursor';

export const showsGhost = (values: ReadonlyMap<string, string>): boolean =>
  values.get(GHOST_PREFERENCE) !== 'off';

/** Where the place under the pointer is seen in another view, and how plainly (0..1). */
export interface GhostPlace extends PointPx {
  readonly opacity: number;
}

/** Null: the pointer is here itself, shows no place of this breast, or does something. */
export function ghostPlace(
  context: ExtensionContext,
  cellId: string,
  ready: ReadyImage,
): GhostPlace | null {
  const reading = context.use(readingToken);
  const settings = context.use(viewSettingsToken);
  const { hover } = reading.store.getState();
  if (hover === null || hover.busy || hover.cellId === cellId) return null;
  if (settings.store.getState().popover !== null) return null;
  if (!showsGhost(context.use(preferencesToken).store.getState().values)) return null;
  const parts = { view: context.use(viewStateToken), study: context.use(studyToken) };
  const { scan, frame, layout, view, plane } = ready;
  const placeMm =
    hover.scanId === scan.id
      ? hover.pointMm
      : linkedPlaceMm({ ...parts, reading, settings }, hover.scanId, hover.pointMm, scan.id);
  if (placeMm === null) return null;
  const at = mmToImage(frame, placeMm);
  const px = toPx(layout, frame, at);
  const isSeen = px.x >= 0 && px.y >= 0 && px.x <= view.width && px.y <= view.height;
  if (!isInsideImage(at) || !isSeen) return null;
  const { thicknessMm } = slabOf(context.use(looksToken).store.getState(), plane);
  return { ...px, opacity: ghostOpacity(offPlaneMm(frame, placeMm), thicknessMm) };
}
