import type { MarkPlane } from '#contracts';
import type { ImageFrame, NormalisedPoint, PlanePosition, VolumeGeometry } from '#geometry';
import type { OutlineSizes } from './frame-outline.ts';
import type { FramePrompt, ImageBox, PointPx } from './frame-prompt.ts';
import type { OutlineModel } from './outline-model.ts';

/** An 8-bit image with one (grey) or four (RGBA) bytes per pixel, rows from top to bottom. */
export interface FrameBytes {
  /** Equal for equal images, such as the id of the file. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Pixels of an image or of a part of it. */
export interface ReadImage {
  readonly pixels: FrameBytes;
  /** Part of the image that the pixels show, in 0..1 coordinates. */
  readonly area: ImageBox;
  /** Volume of a slice; null for a single image. */
  readonly volume: { readonly fileId: string; readonly geometry: VolumeGeometry } | null;
}

/** A lesion in image pixels. */
export interface FoundLesion {
  readonly lesion: { readonly outline: readonly PointPx[]; readonly score: number };
  readonly model: OutlineModel;
}

/**
 * Image of a drawing. A single image (plane IMG) has a stored file, or its number in the scan for a
 * stored mark; a slice has its plane and positions.
 */
export interface ImageKey {
  readonly scanId: string;
  readonly plane: MarkPlane;
  readonly position: PlanePosition;
  readonly fileId: string | null;
  /** Number of a single image in its scan; 0 for a slice. */
  readonly frameIdx: number;
}

/** A lesion in a single image or a slice, with the prompt that gave it. */
export interface FramedLesion {
  /** Ids of the run and of its finding; new for every result. */
  readonly runId: string;
  readonly findingId: string;
  readonly image: ImageKey;
  readonly frame: ImageFrame;
  readonly volume: ReadImage['volume'];
  readonly prompt: FramePrompt;
  /** In 0..1 coordinates of the image. */
  readonly outline: readonly NormalisedPoint[];
  readonly sizes: OutlineSizes;
  /** Mean probability inside the outline, 0..1. */
  readonly score: number;
  readonly model: OutlineModel;
  /** Milliseconds from the drawing to the outline. */
  readonly tookMs: number;
}
