import {
  cross,
  type ImageFrame,
  mmToImage,
  mmToVoxel,
  offPlaneMm,
  scale,
  type Vec3,
  type VolumeGrid,
  voxelToMm,
} from '#geometry';
import { labelColours, tableColours } from '../../model/overlays/overlay-colours.ts';
import type { PaintedLabels, PaintedValues } from '../../model/overlays/painted-voxels.ts';
import type { ImageLayout, ViewSize } from '../../model/planes/image-layout.ts';
import type { Slab } from '../../model/planes/plane-presentation.ts';
import { slabOffsetsMm } from '../../model/planes/slab-offsets.ts';

export interface OverlayImageRequest {
  readonly frame: ImageFrame;
  readonly layout: ImageLayout;
  readonly view: ViewSize;
  readonly slab: Slab;
}

/** Image of the part of a view that an overlay covers, in pixels of the view. */
export interface OverlayImage {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, rows from the top, without the overlay's opacity. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Draws the voxels of an overlay in a plane: the nearest voxel of each pixel. Combines the slices of
 * a slab as the grey image does; of labels, the highest is shown. Null where the plane does not cut
 * the grid or the view does not show it.
 */
export function paintOverlay(
  overlay: PaintedLabels | PaintedValues,
  request: OverlayImageRequest,
): OverlayImage | null {
  const { frame, layout, slab } = request;
  const area = coveredArea(overlay.grid, request);
  if (area === null) return null;
  const offsets = slabOffsetsMm(overlay.grid, frame, slab.thicknessMm);
  const read = voxelReader(overlay, offsets.map(towardsViewer(overlay.grid, frame)), slab);
  const perPx = 1 / layout.pxPerMm;
  const right = stepOf(overlay.grid, scale(frame.right, perPx));
  const down = stepOf(overlay.grid, scale(frame.down, perPx));
  const origin = mmToVoxel(overlay.grid, frame.originMm);
  const { widthPx, heightPx, leftPx, topPx } = area;
  const values = new Float32Array(widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    const y = topPx + row + 0.5 - layout.topPx;
    for (let column = 0; column < widthPx; column++) {
      const x = leftPx + column + 0.5 - layout.leftPx;
      values[row * widthPx + column] = read(
        origin[0] + right[0] * x + down[0] * y,
        origin[1] + right[1] * x + down[1] * y,
        origin[2] + right[2] * x + down[2] * y,
      );
    }
  }
  return { ...area, pixels: coloured(overlay, values, widthPx) };
}

const stepOf = ({ spacingMm }: VolumeGrid, mm: Vec3): Vec3 => [
  mm[0] / spacingMm[0],
  mm[1] / spacingMm[1],
  mm[2] / spacingMm[2],
];

/** Returns a function from millimetres towards the viewer to voxels. */
function towardsViewer(grid: VolumeGrid, frame: ImageFrame): (mm: number) => Vec3 {
  const perMm = stepOf(grid, cross(frame.down, frame.right));
  return (mm) => scale(perMm, mm);
}

/** Returns the pixels of the view that show the grid, within the image of the plane. */
function coveredArea(grid: VolumeGrid, { frame, layout, view, slab }: OverlayImageRequest) {
  const [nx, ny, nz] = grid.sizes;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    voxelToMm(grid, [n & 1 ? nx - 0.5 : -0.5, n & 2 ? ny - 0.5 : -0.5, n & 4 ? nz - 0.5 : -0.5]),
  );
  const offs = corners.map((corner) => offPlaneMm(frame, corner));
  const reachMm = Math.max(0, slab.thicknessMm) / 2;
  if (Math.min(...offs) > reachMm || Math.max(...offs) < -reachMm) return null;
  const points = corners.map((corner) => mmToImage(frame, corner));
  const xs = points.map(({ u }) => layout.leftPx + u * frame.widthMm * layout.pxPerMm);
  const ys = points.map(({ v }) => layout.topPx + v * frame.heightMm * layout.pxPerMm);
  const rightPx = layout.leftPx + frame.widthMm * layout.pxPerMm;
  const bottomPx = layout.topPx + frame.heightMm * layout.pxPerMm;
  const left = Math.floor(Math.max(0, layout.leftPx, Math.min(...xs)));
  const top = Math.floor(Math.max(0, layout.topPx, Math.min(...ys)));
  const right = Math.ceil(Math.min(view.width, rightPx, Math.max(...xs)));
  const bottom = Math.ceil(Math.min(view.height, bottomPx, Math.max(...ys)));
  if (right <= left || bottom <= top) return null;
  return { leftPx: left, topPx: top, widthPx: right - left, heightPx: bottom - top };
}

/** Value outside the grid, and of voxels that are not drawn. */
const NONE = Number.NEGATIVE_INFINITY;

/** Returns a reader of the value at a fractional voxel index, over all slices of the slab. */
function voxelReader(
  overlay: PaintedLabels | PaintedValues,
  shifts: readonly Vec3[],
  { kind }: Slab,
): (i: number, j: number, k: number) => number {
  const [nx, ny, nz] = overlay.grid.sizes;
  const data = overlay.kind === 'labelmap' ? overlay.labels : overlay.values;
  const at = (i: number, j: number, k: number): number => {
    const [x, y, z] = [Math.round(i), Math.round(j), Math.round(k)];
    if (!(x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz)) return NONE;
    return data[x + nx * (y + ny * z)] ?? NONE;
  };
  if (shifts.length === 1) return at;
  const combine = COMBINED[overlay.kind === 'labelmap' ? 'mip' : kind];
  return (i, j, k) => {
    let combined = NONE;
    let count = 0;
    for (const shift of shifts) {
      const value = at(i + shift[0], j + shift[1], k + shift[2]);
      if (value === NONE) continue;
      count += 1;
      combined = count === 1 ? value : combine(combined, value, count);
    }
    return combined;
  };
}

/** Combine the result of the slices so far with the next value; `count` includes the next. */
const COMBINED = {
  mip: (a: number, b: number) => Math.max(a, b),
  minip: (a: number, b: number) => Math.min(a, b),
  mean: (a: number, b: number, count: number) => a + (b - a) / count,
} as const;

function coloured(
  overlay: PaintedLabels | PaintedValues,
  values: Float32Array,
  width: number,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(values.length * 4);
  const colourOf = overlay.kind === 'labelmap' ? labelColours(overlay) : tableColours(overlay);
  const isOutline = overlay.kind === 'labelmap' && overlay.style === 'outline';
  for (let n = 0; n < values.length; n++) {
    const value = values[n] ?? NONE;
    const colour = colourOf(value);
    if (colour === null || (isOutline && isInner(values, n, width))) continue;
    pixels.set(colour, n * 4);
    pixels[n * 4 + 3] = 255;
  }
  return pixels;
}

/** Width of an outline in pixels. */
const OUTLINE_PX = 2;

/** Returns whether all pixels at the outline's width have the label of this pixel. */
function isInner(values: Float32Array, n: number, width: number): boolean {
  const value = values[n];
  const column = n % width;
  const isSame = (right: number, down: number): boolean => {
    const inRow = column + right >= 0 && column + right < width;
    return inRow && values[n + right + down * width] === value;
  };
  return (
    isSame(-OUTLINE_PX, 0) &&
    isSame(OUTLINE_PX, 0) &&
    isSame(0, -OUTLINE_PX) &&
    isSame(0, OUTLINE_PX)
  );
}
