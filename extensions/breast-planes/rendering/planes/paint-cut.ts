import { cutImage } from './cut-image.ts';
import type { CutPicture, CutView } from './cut-stage.ts';
import { greyImage } from './grey-image.ts';

/** Cuts a view's picture on the processor, and puts it onto the view's canvas. */
export function paintCut({ canvas, pixelRatio }: CutView, picture: CutPicture): void {
  const { volume, look, placement } = picture;
  const { frame, leftPx, topPx, pxPerMm } = placement;
  const { width, height } = canvas;
  const greys = cutImage(
    { volume, frame, look, pxPerMm: pxPerMm * pixelRatio, widthPx: width, heightPx: height },
    { rightPx: -leftPx * pixelRatio, downPx: -topPx * pixelRatio },
  );
  canvas.getContext('2d', { alpha: false })?.putImageData(greyImage(greys, width, height), 0, 0);
}
