import type { Scan } from '#contracts';
import { type ExtensionContext, noticesToken, viewStateToken } from '#core';
import { isAnnotation } from '#findings';
import type { PlaneToSave } from '../../commands/views/save-view-image.ts';
import {
  type CaptionedMark,
  captionOf,
  findingLines,
  imageFileName,
} from '../../model/findings/image-caption.ts';
import { SAVED_OVERLAY_SCALE } from '../../model/planes/saved-image.ts';
import { greyscaleImage } from '../../rendering/planes/greyscale-image.ts';
import { resliceSavedImage } from '../../rendering/planes/reslice-saved-image.ts';
import { findingsOfScan } from '../../state/findings/scan-findings.ts';
import { adjustmentOf, presentationToken } from '../../state/views/presentations.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { locationReference } from '../../state/volumes/study-selectors.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { slabText } from '../shared/plane-header.tsx';
import {
  contextOf,
  createCanvas,
  saveViewImage,
  type ViewImage,
} from '../shared/save-view-image.ts';
import { drawSavedOverlay, NO_OVERLAY } from './saved-overlay.tsx';

/**
 * Saves a whole plane as a PNG file, rendered from the voxels at 7 pixels per mm whatever its zoom
 * on the screen; either with marks and their caption or the tissue alone. Both name patient, study,
 * day and side.
 */
export async function savePlaneImage(context: ExtensionContext, shown: PlaneToSave): Promise<void> {
  const { planes, plane, slab, clean } = shown;
  const ready = readyAt(shown);
  const isPlain = clean || context.use(viewStateToken).store.getState().overlaysHidden;
  // Drawn first, because the reader can go to another slice while the voxels are read.
  const overlay = isPlain ? NO_OVERLAY : drawSavedOverlay(context, shown.cellId, ready, slab);
  const caption = clean
    ? []
    : [
        ...captionOf({ ...planes, plane }, slabText(planes.volume, plane, slab)),
        ...linesOfMarks(context, ready, new Set(overlay.markIds)),
      ];
  const isSaved = await saveViewImage(context, {
    image: () => renderPlane(context, shown, overlay.addresses),
    scan: planes.scan,
    caption,
    name: imageFileName({ ...planes, plane }, clean ? 'clean' : 'marked'),
  });
  if (isSaved) context.use(noticesToken).show('info', viewTexts.image.saved);
}

/** Returns the plane as an image in CSS pixels of the overlay, which is enlarged when saved. */
function readyAt({ plane, planes, frame, layout: { view, layout } }: PlaneToSave): ReadyPlane {
  const scale = SAVED_OVERLAY_SCALE;
  return {
    ...planes,
    plane,
    frame,
    view: { width: view.width / scale, height: view.height / scale },
    layout: {
      leftPx: layout.leftPx / scale,
      topPx: layout.topPx / scale,
      pxPerMm: layout.pxPerMm / scale,
    },
  };
}

async function renderPlane(
  context: ExtensionContext,
  { plane, planes, slab, volume, frame, layout }: PlaneToSave,
  overlays: readonly string[],
): Promise<ViewImage> {
  const values = context.use(presentationToken).store.getState();
  const presentation = { adjustment: adjustmentOf(values, planes.scan, plane), slab };
  const { width, height } = layout.view;
  const greyLevels = await resliceSavedImage({ volume, frame, presentation }, layout);
  const canvas = createCanvas(width, height);
  contextOf(canvas).putImageData(greyscaleImage(greyLevels, width, height), 0, 0);
  return { canvas, overlays, scale: SAVED_OVERLAY_SCALE };
}

/** Returns the caption lines of the marks that are drawn in an image. */
function linesOfMarks(
  context: ExtensionContext,
  { scan, volume }: Pick<ReadyPlane, 'scan' | 'volume'>,
  drawnIds: ReadonlySet<string>,
): readonly string[] {
  const skin = context.use(readingToken).store.getState().skins[scan.id]?.skin ?? null;
  const reference = locationReference(scan, volume, skin);
  return reference === null ? [] : findingLines(marksOf(context, scan, drawnIds), reference);
}

function marksOf(
  context: ExtensionContext,
  scan: Scan,
  ids: ReadonlySet<string>,
): readonly CaptionedMark[] {
  const findings = findingsOfScan(context, scan.id).filter((finding) => !isAnnotation(finding));
  return findings.flatMap((finding) =>
    Object.values(finding.marks).flatMap((mark) => (ids.has(mark.id) ? [{ finding, mark }] : [])),
  );
}
