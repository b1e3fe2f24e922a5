import type { MarkPlane, Scan } from '#contracts';
import type { ImageFrame, PlanePosition, Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import type { ImageLayout, ViewSize } from '../../model/planes/image-layout.ts';

/** A visible image that supports pointing, measuring and drawing: a slice or a raw frame. */
export interface ReadyImage {
  readonly plane: MarkPlane;
  readonly scan: Scan;
  /** Null for a single image, which has no location in a volume. */
  readonly volume: VolumeGeometry | null;
  readonly nippleMm: Vec3 | null;
  /** Plane positions of the scan. */
  readonly position: PlanePosition;
  /** Frame in patient coordinates; of a single image its own coordinates (`singleImageFrame`). */
  readonly frame: ImageFrame;
  readonly layout: ImageLayout;
  readonly view: ViewSize;
  /** Frame number in the sweep for raw frames; null or absent if the file has none. */
  readonly imageNumber?: number | null;
  /** Stored file of a single image. */
  readonly imageFileId?: string;
}

/** An image with a location in the patient: a slice or a raw frame. */
export interface LocatedImage extends ReadyImage {
  readonly volume: VolumeGeometry;
}

/** Returns the image if it has a location in the patient; null for a single image. */
export function locatedImage(ready: ReadyImage): LocatedImage | null {
  const { volume } = ready;
  return volume === null ? null : { ...ready, volume };
}

/** A drawable plane: its volume's geometry is known and its view has a size. */
export interface ReadyPlane extends LocatedImage {
  readonly plane: VolumePlane;
}
