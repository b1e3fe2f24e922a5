import { type ExtensionContext, noticesToken } from '#core';
import type { PlaneToSave } from '../../commands/views/save-view-image.ts';
import { captionOf, imageFileName } from '../../model/planes/image-caption.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { slabText } from '../shared/plane-header.tsx';
import { saveViewImage } from '../shared/save-view-image.ts';

/**
 * Saves the image of a plane on the screen, either with marks and a caption or the tissue alone.
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
  const saved = await saveViewImage(context, {
    canvas: canvases.find(({ width }) => width > 0) ?? null,
    view,
    overlays:
      clean || view === null ? [] : [...view.querySelectorAll<SVGSVGElement>(':scope > svg')],
    caption: clean ? [] : captionOf(shown, slabText(planes.volume, plane, slab)),
    // Leaves space for the scale bar of the coronal.
    footPx: plane === 'COR' ? 60 : 8,
    name: imageFileName(shown, clean ? 'clean' : 'marked'),
  });
  if (saved) context.use(noticesToken).show('info', viewTexts.image.saved);
}
