import type { Mark } from '#contracts';
import { imageToMm, mmToVoxel, type Vec3, type VolumeGrid, voxelToMm } from '#geometry';
import { diceOf, imageHd95Mm } from '../metrics/index.ts';

/** Voxels of a mask that are not 0 are inside; x is fastest. */
export interface Mask {
  readonly grid: VolumeGrid;
  readonly voxels: Uint8Array;
}

interface PointMm {
  readonly x: number;
  readonly y: number;
}

/** Pixels of the compared images in mm, unless the regions are large. */
const PIXEL_MM = 0.2;
const MAX_PIXELS_PER_EDGE = 600;
/** Corners of the polygon that approximates an ellipse. */
const ELLIPSE_CORNERS = 72;

/**
 * Compares a closed outline with a mask in the plane of the outline; null for a mark without an
 * area. Without common pixels Dice is 0; the distance is infinite if the mask does not meet the
 * plane.
 */
export function compareOutline(
  mark: Mark,
  mask: Mask,
): { readonly dice: number; readonly hd95Mm: number } | null {
  const outline = outlineMm(mark);
  if (outline === null) return null;
  const box = boxOf([...outline, ...cornersInPlane(mark, mask.grid)]);
  const edgeMm = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  const pixelMm = Math.max(PIXEL_MM, edgeMm / MAX_PIXELS_PER_EDGE);
  const width = Math.ceil((box.maxX - box.minX) / pixelMm) + 1;
  const height = Math.ceil((box.maxY - box.minY) / pixelMm) + 1;
  const drawn = new Uint8Array(width * height);
  const masked = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const point = { x: box.minX + column * pixelMm, y: box.minY + row * pixelMm };
      drawn[column + row * width] = isInside(point, outline) ? 1 : 0;
      masked[column + row * width] = isInMask(mark, mask, point) ? 1 : 0;
    }
  }
  return {
    dice: diceOf(drawn, masked),
    hd95Mm: imageHd95Mm({ width, pixels: drawn }, { width, pixels: masked }, pixelMm),
  };
}

/** Returns the corners of an outline or ellipse in mm of its image; null for another mark. */
function outlineMm({ markType, markViewParams, frame }: Mark): readonly PointMm[] | null {
  const points = markViewParams.points.map(({ u, v }) => ({
    x: u * frame.widthMm,
    y: v * frame.heightMm,
  }));
  if (markType === 'FREEHAND') return points.length < 3 ? null : points;
  const [a, b, c, d] = points;
  if (markType !== 'ELLIPTICAL' || a === undefined || b === undefined) return null;
  if (c === undefined || d === undefined) return null;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return Array.from({ length: ELLIPSE_CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / ELLIPSE_CORNERS;
    const [first, second] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
    return {
      x: middle.x + first * (b.x - a.x) + second * (d.x - c.x),
      y: middle.y + first * (b.y - a.y) + second * (d.y - c.y),
    };
  });
}

/** Returns the outer corners of a grid, projected on the plane of a mark. */
function cornersInPlane({ frame }: Mark, grid: VolumeGrid): readonly PointMm[] {
  const ends = grid.sizes.map((size) => [-0.5, size - 0.5] as const);
  const [xs = [], ys = [], zs = []] = ends;
  return xs.flatMap((x) =>
    ys.flatMap((y) =>
      zs.map((z) => {
        const offset = voxelToMm(grid, [x, y, z]).map((mm, axis) => mm - at(frame.originMm, axis));
        const along = (direction: Vec3): number =>
          offset.reduce((sum, mm, axis) => sum + mm * at(direction, axis), 0);
        return { x: along(frame.right), y: along(frame.down) };
      }),
    ),
  );
}

const at = (vector: Vec3, axis: number): number => vector[axis] ?? 0;

function boxOf(points: readonly PointMm[]) {
  const box = { minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity };
  for (const { x, y } of points) {
    box.minX = Math.min(box.minX, x);
    box.maxX = Math.max(box.maxX, x);
    box.minY = Math.min(box.minY, y);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

/** Even-odd rule. */
function isInside({ x, y }: PointMm, outline: readonly PointMm[]): boolean {
  let inside = false;
  let previous = outline[outline.length - 1];
  for (const corner of outline) {
    if (previous !== undefined && corner.y > y !== previous.y > y) {
      const crossing =
        corner.x + ((y - corner.y) / (previous.y - corner.y)) * (previous.x - corner.x);
      if (x < crossing) inside = !inside;
    }
    previous = corner;
  }
  return inside;
}

/** Returns whether the voxel at a point of the mark's image is inside the mask. */
function isInMask({ frame }: Mark, { grid, voxels }: Mask, { x, y }: PointMm): boolean {
  const index = mmToVoxel(grid, imageToMm(frame, x / frame.widthMm, y / frame.heightMm));
  const [i, j, k] = index.map(Math.round) as [number, number, number];
  const [nx, ny, nz] = grid.sizes;
  if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) return false;
  return voxels[i + nx * (j + ny * k)] !== 0;
}
