import type { Vec3 } from '#geometry';
import type { FileAxis } from '#volume';
import { SLICE_AXES } from './slice-edges.ts';

/** A small grey image of a slice through the middle of a volume. */
export interface MiddleSlice {
  readonly width: number;
  readonly height: number;
  readonly widthMm: number;
  readonly heightMm: number;
  /** Bytes in rows from the top. */
  readonly levels: Uint8ClampedArray;
}

export interface SliceSource {
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  readonly data: Uint8Array;
}

/** Maximum width and height of a slice in pixels. */
const MAX_PIXELS = 160;

/** Returns the three slices through the middle of a volume, nearest voxels, in the order of `SLICE_AXES`. */
export function middleSlices(source: SliceSource): readonly MiddleSlice[] {
  return SLICE_AXES.map(({ right, up }) => middleSlice(source, right, up));
}

const axisIdx = (axis: FileAxis): 0 | 1 | 2 => {
  const letter = axis.charAt(1);
  return letter === 'i' ? 0 : letter === 'j' ? 1 : 2;
};

function middleSlice(
  { sizes, spacingMm, data }: SliceSource,
  right: FileAxis,
  up: FileAxis,
): MiddleSlice {
  const [a, b] = [axisIdx(right), axisIdx(up)];
  const across = (3 - a - b) as 0 | 1 | 2;
  const strides: Vec3 = [1, sizes[0], sizes[0] * sizes[1]];
  const width = Math.min(sizes[a], MAX_PIXELS);
  const height = Math.min(sizes[b], MAX_PIXELS);
  const start = Math.floor(sizes[across] / 2) * strides[across];
  const levels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const row = up.startsWith('+') ? height - 1 - y : y;
    const rowStart = start + Math.floor(((row + 0.5) * sizes[b]) / height) * strides[b];
    for (let x = 0; x < width; x++) {
      const column = Math.floor(((x + 0.5) * sizes[a]) / width);
      levels[x + width * y] = data[rowStart + column * strides[a]] ?? 0;
    }
  }
  return {
    width,
    height,
    levels,
    widthMm: sizes[a] * spacingMm[a],
    heightMm: sizes[b] * spacingMm[b],
  };
}
