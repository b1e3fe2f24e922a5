import type { Disposable, Problem, Result } from '#foundation';
import type { ImageFrame } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';

/** Where a plane's image lies on its canvas, in CSS pixels from the top left corner. */
export interface ImagePlacement {
  readonly frame: ImageFrame;
  /** Canvas pixels of the frame's origin, its top left outer corner. */
  readonly leftPx: number;
  readonly topPx: number;
  /** The same in both directions, and for every plane on the screen. */
  readonly pxPerMm: number;
}

/** What a renderer tells: the picture is gone and comes back by itself, or it can't come back. */
export type RendererEvent =
  | { readonly kind: 'rendered' }
  | { readonly kind: 'context-lost' }
  | { readonly kind: 'context-restored' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * Draws one plane of a volume into an element. The picture is a pure function of (volume,
 * placement, look); outside the volume it is black. Pictures are drawn in the next frame.
 */
export interface PlaneRenderer extends Disposable {
  /** Takes an empty element and fills it with its canvas; refuses by name without WebGL 2. */
  attach(element: HTMLDivElement): Result<void>;
  /** Shows another volume (or a finer level of the same) at the placement that holds already. */
  setVolume(volume: LoadedVolume): Result<void>;
  show(placement: ImagePlacement): void;
  /** How greys and slabs are shown from the next picture on; before the first call, plainly. */
  setPresentation(presentation: PlanePresentation): void;
  resize(): void;
  on(listener: (event: RendererEvent) => void): Disposable;
}
