import type { PlaneView, Scan } from '#contracts';
import type { ImageFrame, PlanePosition, Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import type { ImageLayout, ViewSize } from '../../model/planes/image-layout.ts';

/** A visible image that supports pointing, measuring and drawing: a slice or a raw frame. */
export interface ReadyImage {
  readonly plane: PlaneView;
  readonly scan: Scan;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  /** Plane positions of the scan. */
  readonly position: PlanePosition;
  /** Frame in patient coordinates. */
  readonly frame: ImageFrame;
  readonly layout: ImageLayout;
  readonly view: ViewSize;
  /** Frame number in the sweep for raw frames; null or absent if the file has none. */
  readonly imageNumber?: number | null;
}

/** A drawable plane: its volume's geometry is known and its view has a size. */
export interface ReadyPlane extends ReadyImage {
  readonly plane: VolumePlane;
}
