import { type ExtensionContext, overlaysToken, type ShownOverlay } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import { maskLabels } from '../model/segmentation/voxel-mask.ts';
import type { SegmentationSession, SegmentedLesion } from '../state/segmentation-session.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { outline } from './stored-masks.ts';

/** Draws the outline of the shown result in every plane. */
export function drawResult(
  context: ExtensionContext,
  session: Pick<SegmentationSession, 'store'>,
): Disposable {
  let shown: ShownOverlay | null = null;
  let drawn: SegmentedLesion | null = null;
  const clear = (): void => {
    shown?.dispose();
    shown = null;
  };
  const stop = session.store.subscribe(({ lesion }) => {
    if (lesion === drawn) return;
    drawn = lesion;
    clear();
    const overlays = context.tryUse(overlaysToken);
    if (lesion === null || overlays === null) return;
    const { mask } = lesion.segmentation;
    const { sizes, spacingMm, originMm } = mask;
    const grid = { sizes, spacingMm, originMm };
    const layer = outline(lesion.scanId, segmentTexts.layer, { grid, labels: maskLabels(mask) });
    const added = overlays.add(layer);
    shown = added.ok ? added.value : null;
    if (!added.ok) context.log.log('warn', added.problem.title, { code: added.problem.code });
  });
  return toDisposable(() => {
    stop();
    clear();
  });
}
