import type { PlaneView, Scan } from '#contracts';
import type { ImageFrame, PlanePosition, Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import type { ImageLayout, ViewSize } from '../../model/planes/image-layout.ts';

/** An image on the screen on which somebody can point, measure and draw: a cut or a raw frame. */
export interface ReadyImage {
  readonly plane: PlaneView;
  readonly scan: Scan;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  /** Where the scan's planes stand. */
  readonly position: PlanePosition;
  /** The image's place in the patient. */
  readonly frame: ImageFrame;
  readonly layout: ImageLayout;
  readonly view: ViewSize;
  /** Of a raw frame: its number in its sweep; null or absent where its file says none. */
  readonly imageNumber?: number | null;
}

/** A plane that can be drawn: its volume's geometry is known and its view has a size. */
export interface ReadyPlane extends ReadyImage {
  readonly plane: VolumePlane;
}
