import type { ImageFrame } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { PLAIN_LOOK } from '../../model/planes/plane-look.ts';
import { cutImage } from './cut-image.ts';
import { greyImage } from './grey-image.ts';

/** A square cut as a JPEG data address, drawn on the processor: no view has to show the place. */
export function pictureOf(volume: LoadedVolume, frame: ImageFrame, sizePx: number): string {
  const pxPerMm = sizePx / frame.widthMm;
  const size = { widthPx: sizePx, heightPx: sizePx };
  const grey = cutImage({ volume, frame, pxPerMm, ...size, look: PLAIN_LOOK });
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  canvas.getContext('2d')?.putImageData(greyImage(grey, sizePx, sizePx), 0, 0);
  return canvas.toDataURL('image/jpeg', 0.85);
}
