import type { Scan } from '#contracts';
import { type ExtensionContext, noticesToken } from '#core';
import type { PlaneToSave } from '../../commands/views/save-view-image.ts';
import {
  type CaptionedMark,
  captionOf,
  findingLines,
  imageFileName,
} from '../../model/findings/image-caption.ts';
import { findingsOfScan } from '../../state/findings/scan-findings.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { locationReference, type TargetPlanes } from '../../state/volumes/study-selectors.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { slabText } from '../shared/plane-header.tsx';
import { saveViewImage } from '../shared/save-view-image.ts';

/**
 * Saves the image of a plane on the screen, either with marks and their caption or the tissue alone;
 * both name patient, study, day and side.
 */
export async function savePlaneImage(
  context: ExtensionContext,
  { cellId, planes, plane, slab, clean }: PlaneToSave,
): Promise<void> {
  const host = document.querySelector<HTMLElement>(
    `[data-cell="${CSS.escape(cellId)}"] [data-drawn]`,
  );
  const canvases = [...(host?.querySelectorAll('canvas') ?? [])];
  const view = host?.parentElement ?? null;
  const shown = { ...planes, plane };
  const overlays =
    clean || view === null ? [] : [...view.querySelectorAll<SVGSVGElement>(':scope > svg')];
  const saved = await saveViewImage(context, {
    canvas: canvases.find(({ width }) => width > 0) ?? null,
    view,
    overlays,
    scan: planes.scan,
    caption: clean
      ? []
      : [
          ...captionOf(shown, slabText(planes.volume, plane, slab)),
          ...linesOfMarks(context, planes, view),
        ],
    name: imageFileName(shown, clean ? 'clean' : 'marked'),
  });
  if (saved) context.use(noticesToken).show('info', viewTexts.image.saved);
}

/** Returns the caption lines of the marks that are drawn within a view. */
function linesOfMarks(
  context: ExtensionContext,
  { scan, volume }: TargetPlanes,
  view: HTMLElement | null,
): readonly string[] {
  const skin = context.use(readingToken).store.getState().skins[scan.id]?.skin ?? null;
  const reference = locationReference(scan, volume, skin);
  if (view === null || reference === null) return [];
  const drawnIds = new Set(drawnMarkIds(view));
  return findingLines(marksOf(context, scan, drawnIds), reference);
}

function marksOf(
  context: ExtensionContext,
  scan: Scan,
  ids: ReadonlySet<string>,
): readonly CaptionedMark[] {
  return findingsOfScan(context, scan.id).flatMap((finding) =>
    Object.values(finding.marks).flatMap((mark) => (ids.has(mark.id) ? [{ finding, mark }] : [])),
  );
}

/** Returns the ids of the marks with a part inside the view; a zoomed image can be larger. */
function drawnMarkIds(view: HTMLElement): readonly string[] {
  const area = view.getBoundingClientRect();
  return [...view.querySelectorAll('[data-mark-id]')].flatMap((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const outside =
      right < area.left || left > area.right || bottom < area.top || top > area.bottom;
    return outside ? [] : (element.getAttribute('data-mark-id') ?? []);
  });
}
