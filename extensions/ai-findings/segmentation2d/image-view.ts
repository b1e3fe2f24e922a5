/** Grey values 0..1, rows from top to bottom. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly grey: Float32Array;
}

/** A point in image pixels; the centre of the first pixel is (0.5, 0.5). */
export interface PointPx {
  readonly x: number;
  readonly y: number;
}

/** A square cut-out of an image: centre and side in image pixels. */
export interface ImageView {
  readonly centre: PointPx;
  readonly size: number;
}

/** Clicks inside the lesion, at least one, and clicks outside it. */
export interface Clicks {
  readonly inside: readonly [PointPx, ...PointPx[]];
  readonly outside: readonly PointPx[];
}

/** Side of the network's input and output in pixels; the values below equal training/segmenter2d/views.py. */
export const INPUT_SIZE = 128;
export const INPUT_CHANNELS = 3;
const CLICK_SIGMA = 4;
const GREY_MEAN = 0.3;
const GREY_SCALE = 4;

/** Position of an image point in a view, in view pixels from its corner. */
export const toViewPixels = ({ centre, size }: ImageView, { x, y }: PointPx): PointPx => ({
  x: ((x - centre.x) / size + 0.5) * INPUT_SIZE,
  y: ((y - centre.y) / size + 0.5) * INPUT_SIZE,
});

/**
 * Returns the input of the network for a view, 3 × 128 × 128: normalised grey, clicks inside, clicks
 * outside. `isMirrored` swaps left and right.
 */
export function networkInput(
  image: GreyImage,
  view: ImageView,
  clicks: Clicks,
  isMirrored: boolean,
): Float32Array {
  const area = INPUT_SIZE * INPUT_SIZE;
  const input = new Float32Array(INPUT_CHANNELS * area);
  for (const [index, value] of sampleView(image, view).entries()) {
    input[index] = (value - GREY_MEAN) * GREY_SCALE;
  }
  drawClicks(input.subarray(area, 2 * area), view, clicks.inside);
  drawClicks(input.subarray(2 * area), view, clicks.outside);
  return isMirrored ? mirrorRows(input) : input;
}

/** Swaps left and right in rows of 128 values. */
export function mirrorRows(values: Float32Array): Float32Array {
  const mirrored = Float32Array.from(values);
  for (let start = 0; start < mirrored.length; start += INPUT_SIZE) {
    mirrored.subarray(start, start + INPUT_SIZE).reverse();
  }
  return mirrored;
}

/**
 * Returns bilinear samples of a view, 128 × 128; 0 outside the image. The image is reduced first, so
 * that a view pixel covers less than two of its pixels.
 */
export function sampleView(image: GreyImage, view: ImageView): Float32Array {
  const pixelSize = view.size / INPUT_SIZE;
  let reduced = image;
  let reduction = 1;
  while (pixelSize >= 2 * reduction) {
    reduced = halveImage(reduced);
    reduction *= 2;
  }
  const samples = new Float32Array(INPUT_SIZE * INPUT_SIZE);
  for (let row = 0; row < INPUT_SIZE; row++) {
    const y = (view.centre.y + ((row + 0.5) / INPUT_SIZE - 0.5) * view.size) / reduction - 0.5;
    for (let column = 0; column < INPUT_SIZE; column++) {
      const x = (view.centre.x + ((column + 0.5) / INPUT_SIZE - 0.5) * view.size) / reduction - 0.5;
      samples[row * INPUT_SIZE + column] = bilinear(reduced, x, y);
    }
  }
  return samples;
}

/** Means of blocks of 2 × 2 pixels; an odd last row or column is repeated. */
export function halveImage({ width, height, grey }: GreyImage): GreyImage {
  const halfWidth = Math.ceil(width / 2);
  const halfHeight = Math.ceil(height / 2);
  const half = new Float32Array(halfWidth * halfHeight);
  for (let row = 0; row < halfHeight; row++) {
    const upper = 2 * row * width;
    const lower = Math.min(2 * row + 1, height - 1) * width;
    for (let column = 0; column < halfWidth; column++) {
      const left = 2 * column;
      const right = Math.min(left + 1, width - 1);
      const sum = valueAt(grey, upper + left) + valueAt(grey, upper + right);
      half[row * halfWidth + column] =
        (sum + valueAt(grey, lower + left) + valueAt(grey, lower + right)) / 4;
    }
  }
  return { width: halfWidth, height: halfHeight, grey: half };
}

const valueAt = (values: Float32Array, index: number): number => values[index] ?? 0;

/** Interpolates at pixel indices; pixels outside the image count as 0. */
function bilinear(image: GreyImage, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = x - left;
  const down = y - top;
  return (
    (1 - down) * ((1 - right) * pixel(image, left, top) + right * pixel(image, left + 1, top)) +
    down * ((1 - right) * pixel(image, left, top + 1) + right * pixel(image, left + 1, top + 1))
  );
}

function pixel({ width, height, grey }: GreyImage, column: number, row: number): number {
  if (column < 0 || row < 0 || column >= width || row >= height) return 0;
  return valueAt(grey, row * width + column);
}

/** Writes the highest of one Gaussian per click. */
function drawClicks(map: Float32Array, view: ImageView, clicks: readonly PointPx[]): void {
  for (const click of clicks) {
    const { x, y } = toViewPixels(view, click);
    for (let row = 0; row < INPUT_SIZE; row++) {
      for (let column = 0; column < INPUT_SIZE; column++) {
        const squares = (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2;
        const value = Math.exp(-squares / (2 * CLICK_SIGMA ** 2));
        const index = row * INPUT_SIZE + column;
        map[index] = Math.max(valueAt(map, index), value);
      }
    }
  }
}
