import type { Problem } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import type { ImagePlacement } from './plane-renderer.ts';

/** Content of one view. */
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
  /** Called after a context loss: null if the context works again, else the reason why not. */
  onRestored(cause: Problem | null): void;
}
