import type { Disposable, Problem, Result } from '#foundation';
import type { ImageFrame } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';

/** Position of a plane's image on its canvas, in CSS pixels from the top left corner. */
export interface ImagePlacement {
  readonly frame: ImageFrame;
  /** Left and top edge of the frame, at the outer corner of its first pixel. */
  readonly leftPx: number;
  readonly topPx: number;
  /** Equal in both directions, and for every visible plane. */
  readonly pxPerMm: number;
}

/** Drawing and WebGL context events; the browser restores a lost context, `failed` is final. */
export type RendererEvent =
  | { readonly kind: 'rendered' }
  | { readonly kind: 'context-lost' }
  | { readonly kind: 'context-restored' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * Draws one plane of a volume into an element. The image is a pure function of (volume, placement,
 * presentation); outside the volume it is black. Changes are drawn in the next frame.
 */
export interface PlaneRenderer extends Disposable {
  /** Adds the canvas to an empty element; fails without WebGL 2. */
  attach(element: HTMLDivElement): Result<void>;
  /** Shows another volume (or a finer level of the same) at the current placement. */
  setVolume(volume: LoadedVolume): Result<void>;
  show(placement: ImagePlacement): void;
  /** Sets adjustment and slab from the next frame on; defaults to `DEFAULT_PRESENTATION`. */
  setPresentation(presentation: PlanePresentation): void;
  resize(): void;
  on(listener: (event: RendererEvent) => void): Disposable;
}
