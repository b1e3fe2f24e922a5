import type { ImageFrame } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { DEFAULT_PRESENTATION } from '../../model/planes/plane-presentation.ts';
import { greyscaleImage } from './greyscale-image.ts';
import { resliceImage } from './reslice-image.ts';

/** Returns a square slice as a JPEG data URL, rendered on the CPU without any view. */
export const renderThumbnail = (volume: LoadedVolume, frame: ImageFrame, sizePx: number): string =>
  drawSlice(volume, frame, sizePx).toDataURL('image/jpeg', 0.85);

/** Returns a canvas with a square slice. */
export function drawSlice(
  volume: LoadedVolume,
  frame: ImageFrame,
  sizePx: number,
): HTMLCanvasElement {
  const pxPerMm = sizePx / frame.widthMm;
  const size = { widthPx: sizePx, heightPx: sizePx };
  const pixels = resliceImage({
    volume,
    frame,
    pxPerMm,
    ...size,
    presentation: DEFAULT_PRESENTATION,
  });
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  canvas.getContext('2d')?.putImageData(greyscaleImage(pixels, sizePx, sizePx), 0, 0);
  return canvas;
}
