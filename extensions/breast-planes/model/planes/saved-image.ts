import { fail, ok, problem, type Result } from '#foundation';
import type { ImageFrame, VolumePlane } from '#geometry';
import { viewTexts } from '../../texts/view-texts.ts';
import { CORONAL_MARGIN_PX, type ImageLayout, type ViewSize } from './image-layout.ts';

/** Scale of rendered slices: thumbnails and saved images; prescribed. */
export const SLICE_PX_PER_MM = 7;

/** Maximum width and height of a saved image in pixels; enough for 585 mm. */
export const MAX_SAVED_PX = 4096;

/** Size of a saved image in pixels and the position of its plane. */
export interface SavedImageLayout {
  readonly view: ViewSize;
  readonly layout: ImageLayout;
}

/**
 * Returns the layout of the saved image of a whole plane at 7 pixels per mm, whatever the zoom of
 * its view; a coronal plane has a margin for its clock ring.
 * @returns `PICTURE_TOO_LARGE`
 */
export function savedImageLayout(plane: VolumePlane, frame: ImageFrame): Result<SavedImageLayout> {
  const margin = plane === 'COR' ? CORONAL_MARGIN_PX * SAVED_OVERLAY_SCALE : 0;
  const sidePx = (mm: number): number => Math.ceil(mm * SLICE_PX_PER_MM - 1e-6) + 2 * margin;
  const view = { width: sidePx(frame.widthMm), height: sidePx(frame.heightMm) };
  if (Math.max(view.width, view.height) > MAX_SAVED_PX) {
    const { title, detail, next } = viewTexts.image.tooLarge;
    const sizes = detail(SLICE_PX_PER_MM, `${view.width} × ${view.height}`, MAX_SAVED_PX);
    return fail(problem('PICTURE_TOO_LARGE', title, sizes, next, 'breast-planes'));
  }
  return ok({ view, layout: { leftPx: margin, topPx: margin, pxPerMm: SLICE_PX_PER_MM } });
}

/** Enlargement of marks and texts in a saved image, which is often shown at a reduced size. */
export const SAVED_OVERLAY_SCALE = 1.5;
