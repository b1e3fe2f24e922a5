import type { Problem } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import type { ImagePlacement } from './plane-renderer.ts';

/** What one view shows. */
export interface SliceContent {
  readonly volume: LoadedVolume;
  readonly placement: ImagePlacement;
  readonly presentation: PlanePresentation;
}

/** A view drawn by the stage. */
export interface SliceView {
  readonly canvas: HTMLCanvasElement;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Null while there is nothing to draw. */
  content(): SliceContent | null;
  onDrawn(): void;
  onLost(): void;
  /** Called after a context loss with the problem of restoring the context; null on success. */
  onRestored(cause: Problem | null): void;
}
