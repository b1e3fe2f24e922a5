import type { ImageFrame, Vec3 } from '#geometry';
import { sliceImage, type Volume } from '#volume';
import { encodePng } from '../images/encode-png.ts';

/** Edge of the image in pixels, and in mm. */
const EDGE_PX = 128;
const EDGE_MM = 32;

export type SectionPlane = 'COR' | 'TRA';

/** Directions of the image in LPS: depth, or the feet, points down. */
const DOWN: Readonly<Record<SectionPlane, Vec3>> = { TRA: [0, 1, 0], COR: [0, 0, -1] };

/** Returns a section of 32 × 32 mm about a point as PNG; black outside the volume. */
export function sectionPng(volume: Volume, centreMm: Vec3, plane: SectionPlane): Buffer {
  const down = DOWN[plane];
  const [x, y, z] = centreMm;
  const half = EDGE_MM / 2;
  const frame: ImageFrame = {
    originMm: [x - half - down[0] * half, y - down[1] * half, z - down[2] * half],
    right: [1, 0, 0],
    down,
    widthMm: EDGE_MM,
    heightMm: EDGE_MM,
  };
  const pixels = sliceImage(volume, frame, EDGE_PX, EDGE_PX);
  return encodePng({ width: EDGE_PX, height: EDGE_PX, pixels });
}
