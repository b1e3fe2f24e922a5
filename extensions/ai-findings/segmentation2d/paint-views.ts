import { type ImageView, INPUT_SIZE, toViewPixels } from './image-view.ts';
import type { PixelMap } from './lesion-mask.ts';

/** Values of a view, 128 × 128. */
export interface ViewValues {
  readonly view: ImageView;
  readonly values: Float32Array;
}

/** Returns per image pixel the mean of the views that contain its centre; 0 where there is none. */
export function paintViews(width: number, height: number, views: readonly ViewValues[]): PixelMap {
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      values[row * width + column] = meanAt(views, column + 0.5, row + 0.5);
    }
  }
  return { width, height, values };
}

function meanAt(views: readonly ViewValues[], x: number, y: number): number {
  let sum = 0;
  let count = 0;
  for (const { view, values } of views) {
    const point = toViewPixels(view, { x, y });
    if (point.x < 0 || point.y < 0 || point.x > INPUT_SIZE || point.y > INPUT_SIZE) continue;
    sum += bilinearInside(values, point.x - 0.5, point.y - 0.5);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Interpolates at pixel indices; beyond the outermost centres their values continue. */
function bilinearInside(values: Float32Array, x: number, y: number): number {
  const clampedX = Math.min(INPUT_SIZE - 1, Math.max(0, x));
  const clampedY = Math.min(INPUT_SIZE - 1, Math.max(0, y));
  const left = Math.min(INPUT_SIZE - 2, Math.floor(clampedX));
  const top = Math.min(INPUT_SIZE - 2, Math.floor(clampedY));
  const right = clampedX - left;
  const down = clampedY - top;
  const at = (column: number, row: number): number => values[row * INPUT_SIZE + column] ?? 0;
  return (
    (1 - down) * ((1 - right) * at(left, top) + right * at(left + 1, top)) +
    down * ((1 - right) * at(left, top + 1) + right * at(left + 1, top + 1))
  );
}
