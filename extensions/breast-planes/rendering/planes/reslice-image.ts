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

/** Pixels of the picture's upper left corner from the frame's, to the right and down. */
export interface Corner {
  readonly rightPx: number;
  readonly downPx: number;
}

/**
 * A plane of a volume, one grey a pixel, rows from the top; trilinear between voxel centres, black
 * outside the volume and beyond what the sweeps covered. Done on the processor: the truth that the
 * graphics card's cut is compared with, the pictures of a browser without WebGL, thumbnails, and
 * what is shown until a slow card has taken the volume. Without a corner the frame's middle lies in
 * the picture's middle.
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
  // Along the way on which voxels lie closer in memory: across it each of them is waited for.
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
  /** Voxel indexes of its first pixel, and from one to the next. */
  readonly start: Vec3;
  readonly step: Vec3;
  readonly greyLevels: Float32Array;
  /** Its first pixel in the picture, and from one to the next. */
  readonly at: number;
  readonly next: number;
}

/** Shows greys as the look asks for, where the sweeps have been. */
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

/** A way in millimetres as one in voxels. */
const inVoxels = ({ spacingMm }: VolumeGeometry, mm: Vec3): Vec3 => [
  mm[0] / spacingMm[0],
  mm[1] / spacingMm[1],
  mm[2] / spacingMm[2],
];

/** How far apart neighbours lie in memory, voxels. */
const strideOf = ({ sizes: [nx, ny] }: VolumeGeometry, [x, y, z]: Vec3): number =>
  Math.abs(x) + Math.abs(y) * nx + Math.abs(z) * nx * ny;
