import { GENERATOR_COLOURS } from '#contracts';
import {
  type ExtensionContext,
  type Overlay,
  overlaysToken,
  type ReadonlyStore,
  type ShownOverlay,
} from '#core';
import { type Disposable, toDisposable } from '#foundation';
import { imageToMm } from '#geometry';
import type { FramedLesion } from '../model/segmentation/framed-lesion.ts';
import { maskLabels } from '../model/segmentation/voxel-mask.ts';
import type { FrameSession } from '../state/frame-session.ts';
import type { LesionState } from '../state/lesion-session.ts';
import type { SegmentationSession, SegmentedLesion } from '../state/segmentation-session.ts';
import { frameSegmentTexts } from '../texts/frame-segment-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { outline } from './stored-masks.ts';

/** Draws the outline of the shown result in every plane. */
export const drawResult = (
  context: ExtensionContext,
  session: Pick<SegmentationSession, 'store'>,
): Disposable => drawLesion(context, session.store, layerOfVolume);

/** Draws the outline of the shown result in its image. */
export const drawFramedResult = (
  context: ExtensionContext,
  session: Pick<FrameSession, 'store'>,
): Disposable => drawLesion(context, session.store, layerOfImage);

function layerOfVolume({ scanId, segmentation: { mask } }: SegmentedLesion): Overlay {
  const { sizes, spacingMm, originMm } = mask;
  const grid = { sizes, spacingMm, originMm };
  return outline(scanId, segmentTexts.layer, { grid, labels: maskLabels(mask) });
}

function layerOfImage({ image, frame, outline: points }: FramedLesion): Overlay {
  const pointsMm = points.map(({ u, v }) => imageToMm(frame, u, v));
  return {
    kind: 'shapes',
    scanId: image.scanId,
    title: frameSegmentTexts.layer,
    colour: GENERATOR_COLOURS.AI,
    shapes: [{ kind: 'line', pointsMm, closed: true }],
  };
}

function drawLesion<Lesion>(
  context: ExtensionContext,
  store: ReadonlyStore<LesionState<Lesion>>,
  layerOf: (lesion: Lesion) => Overlay,
): Disposable {
  let shown: ShownOverlay | null = null;
  let drawn: Lesion | null = null;
  const clear = (): void => {
    shown?.dispose();
    shown = null;
  };
  const stop = store.subscribe(({ lesion }) => {
    if (lesion === drawn) return;
    drawn = lesion;
    clear();
    const overlays = context.tryUse(overlaysToken);
    if (lesion === null || overlays === null) return;
    const added = overlays.add(layerOf(lesion));
    shown = added.ok ? added.value : null;
    if (!added.ok) context.log.log('warn', added.problem.title, { code: added.problem.code });
  });
  return toDisposable(() => {
    stop();
    clear();
  });
}
