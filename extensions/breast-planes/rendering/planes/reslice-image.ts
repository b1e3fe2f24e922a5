import { type ImageFrame, mmToVoxel, scale, type Vec3, type VolumeGeometry } from '#geometry';
import { coverageOf } from '../../model/planes/coverage.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import {
  adjusterOf,
  isNeutral,
  type PlanePresentation,
} from '../../model/planes/plane-presentation.ts';
import { NO_VALUE, slabReader } from './line-readers.ts';

export interface ResliceRequest {
  readonly volume: LoadedVolume;
  readonly frame: ImageFrame;
  readonly pxPerMm: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly presentation: PlanePresentation;
}

/** Offset of the image's top left corner from that of the frame, in pixels right and down. */
export interface Corner {
  readonly rightPx: number;
  readonly downPx: number;
}

/**
 * Returns a plane of a volume as one grey level per pixel, rows from the top; trilinear between
 * voxel centres, black outside the volume and outside the swept area. Runs on the CPU: the
 * reference for the GPU shader, and the source of thumbnails, of images without WebGL, and of
 * images until a slow GPU has the volume. Centres the frame in the image by default.
 */
export function resliceImage(
  { volume, frame, pxPerMm, widthPx, heightPx, presentation }: ResliceRequest,
  corner: Corner = {
    rightPx: (pxPerMm * frame.widthMm - widthPx) / 2,
    downPx: (pxPerMm * frame.heightMm - heightPx) / 2,
  },
): Uint8ClampedArray<ArrayBuffer> {
  const { geometry } = volume;
  const right = inVoxels(geometry, scale(frame.right, 1 / pxPerMm));
  const down = inVoxels(geometry, scale(frame.down, 1 / pxPerMm));
  const origin = mmToVoxel(geometry, frame.originMm);
  const first = moved(moved(origin, right, corner.rightPx + 0.5), down, corner.downPx + 0.5);
  // Reads along the direction with the smaller stride in memory, because large strides wait for
  // each voxel.
  const rows = strideOf(geometry, right) <= strideOf(geometry, down);
  const image = new Uint8ClampedArray(widthPx * heightPx);
  const greyLevels = new Float32Array(rows ? widthPx : heightPx);
  const read = slabReader(volume, frame, presentation.slab);
  const write = lineWriter(geometry, presentation, image);
  const [along, across, next, nextLine] = rows
    ? ([right, down, 1, widthPx] as const)
    : ([down, right, widthPx, 1] as const);
  for (let line = 0; line < (rows ? heightPx : widthPx); line++) {
    const start = moved(first, across, line);
    read(start, along, greyLevels);
    write({ start, step: along, greyLevels, at: line * nextLine, next });
  }
  return image;
}

interface Line {
  /** Voxel indices of the first pixel, and the step between pixels. */
  readonly start: Vec3;
  readonly step: Vec3;
  readonly greyLevels: Float32Array;
  /** Index of the first pixel in the image, and the step between pixels. */
  readonly at: number;
  readonly next: number;
}

/** Returns a writer that adjusts grey levels and skips voxels outside the swept area. */
function lineWriter(
  geometry: VolumeGeometry,
  { adjustment }: PlanePresentation,
  image: Uint8ClampedArray,
): (line: Line) => void {
  const isCovered = coverageOf(geometry);
  const rows = geometry.sizes[1];
  const plain = isNeutral(adjustment);
  const adjusted = adjusterOf(adjustment);
  return ({ start, step, greyLevels, at, next }) => {
    for (let n = 0; n < greyLevels.length; n++) {
      const greyLevel = greyLevels[n] as number;
      if (greyLevel === NO_VALUE || !isCovered(start[0] + n * step[0], start[2] + n * step[2]))
        continue;
      const depth = (start[1] + n * step[1] + 0.5) / rows;
      image[at + n * next] = plain ? greyLevel : adjusted(greyLevel, depth);
    }
  };
}

const moved = (from: Vec3, step: Vec3, times: number): Vec3 => [
  from[0] + step[0] * times,
  from[1] + step[1] * times,
  from[2] + step[2] * times,
];

/** Converts a vector from millimetres to voxels. */
const inVoxels = ({ spacingMm }: VolumeGeometry, mm: Vec3): Vec3 => [
  mm[0] / spacingMm[0],
  mm[1] / spacingMm[1],
  mm[2] / spacingMm[2],
];

/** Returns the distance of neighbours in memory, in voxels. */
const strideOf = ({ sizes: [nx, ny] }: VolumeGeometry, [x, y, z]: Vec3): number =>
  Math.abs(x) + Math.abs(y) * nx + Math.abs(z) * nx * ny;
