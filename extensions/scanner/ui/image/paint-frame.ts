import type { FrameImage } from '../shared/decode-frame.ts';

/**
 * Paints a frame pixel by pixel. Sets the canvas to the size of the frame; CSS sets its place on
 * the page. `data-frame` identifies the painted frame.
 */
export function paintFrame(canvas: HTMLCanvasElement, frame: FrameImage): void {
  const { lines, samples, grey, header, clockDeg } = frame;
  if (canvas.width !== lines) canvas.width = lines;
  if (canvas.height !== samples) canvas.height = samples;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return;
  const image = context.createImageData(lines, samples);
  for (let idx = 0; idx < grey.length; idx += 1) {
    const value = grey[idx] ?? 0;
    const at = idx * 4;
    image.data[at] = value;
    image.data[at + 1] = value;
    image.data[at + 2] = value;
    image.data[at + 3] = 255;
  }
  canvas.dataset.frame = `${header.sweep} ${Math.round(clockDeg)}`;
  context.putImageData(image, 0, 0);
}
