import type { FileHeader, Mark } from '#contracts';
import type { ImageFrame } from '#geometry';

/** An image without a location in the patient, such as a frame of an imported clip. */
export interface SingleImage {
  /** Number of the image in its scan. */
  readonly frameIdx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Size of a pixel in mm. */
  readonly pixelMm: { readonly across: number; readonly down: number };
}

/**
 * Returns the image of a stored frame; null if the frame belongs to a sweep, or states neither number
 * nor size of its pixels.
 */
export function singleImageOf(header: FileHeader | null): SingleImage | null {
  if (header === null || header.sweep !== undefined || header.frameIdx === undefined) return null;
  const { sizes, frameIdx, lateralPitchMm: across, depthStepMm: down } = header;
  const [widthPx, heightPx] = sizes.split(' ').map(Number);
  if (across === undefined || down === undefined) return null;
  if (widthPx === undefined || heightPx === undefined) return null;
  return { frameIdx, widthPx, heightPx, pixelMm: { across, down } };
}

/** Maximum edge of an image in mm, more than any device images. */
const MAX_EDGE_MM = 500;
/** Tolerance in mm for the rounding of the size of an image. */
const ROUNDING_MM = 1e-3;

/** Returns whether a mark was drawn in an image without a location. */
export const isSingleImage = ({ planeView }: Pick<Mark, 'planeView'>): boolean =>
  planeView === 'IMG';

/**
 * Returns the frame of a mark in a single image. The frame measures in millimetres and names the
 * image by its number, but is no location in the patient.
 */
export function singleImageFrame({
  frameIdx,
  widthPx,
  heightPx,
  pixelMm,
}: SingleImage): ImageFrame {
  return {
    originMm: [0, 0, frameIdx],
    right: [1, 0, 0],
    down: [0, 1, 0],
    widthMm: widthPx * pixelMm.across,
    heightMm: heightPx * pixelMm.down,
  };
}

/** Returns the number of the image in which a mark of plane IMG was drawn. */
export const imageNumberOf = ({ frame }: Pick<Mark, 'frame'>): number => frame.originMm[2];

/** Returns whether a mark has the frame and the plane position of single images. */
export function hasPlaceOfSingleImage({ frame, sag, tra, depth, rad }: Mark): boolean {
  const { originMm, right, down, widthMm, heightMm } = frame;
  const [x, y, number] = originMm;
  const axes = [...right, ...down].join(' ');
  return (
    x === 0 &&
    y === 0 &&
    Number.isInteger(number) &&
    number >= 0 &&
    axes === '1 0 0 0 1 0' &&
    [sag, tra, depth, rad].every((coordinate) => coordinate === 0) &&
    Math.max(widthMm, heightMm) <= MAX_EDGE_MM
  );
}

/** Returns whether a mark was drawn in this image: same number, same size in mm. */
export function isDrawnIn(mark: Mark, image: SingleImage): boolean {
  const { widthMm, heightMm } = singleImageFrame(image);
  return (
    imageNumberOf(mark) === image.frameIdx &&
    Math.abs(mark.frame.widthMm - widthMm) <= ROUNDING_MM &&
    Math.abs(mark.frame.heightMm - heightMm) <= ROUNDING_MM
  );
}
