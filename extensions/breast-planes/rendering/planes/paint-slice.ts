import { greyscaleImage } from './greyscale-image.ts';
import { resliceImage } from './reslice-image.ts';
import type { SliceContent, SliceView } from './slice-view.ts';

/** Reslices a view's image on the CPU and draws the image on the view's canvas. */
export function paintSlice({ canvas, pixelRatio }: SliceView, content: SliceContent): void {
  const { volume, presentation, placement } = content;
  const { frame, leftPx, topPx, pxPerMm } = placement;
  const { width, height } = canvas;
  const greyLevels = resliceImage(
    {
      volume,
      frame,
      presentation,
      pxPerMm: pxPerMm * pixelRatio,
      widthPx: width,
      heightPx: height,
    },
    { rightPx: -leftPx * pixelRatio, downPx: -topPx * pixelRatio },
  );
  canvas
    .getContext('2d', { alpha: false })
    ?.putImageData(greyscaleImage(greyLevels, width, height), 0, 0);
}
