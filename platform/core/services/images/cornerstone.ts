import { type Disposable, type Result, token } from '#foundation';

/** The page's own copies of the Cornerstone packages; a bundled copy would have another state. */
export interface CornerstonePackages {
  readonly core: typeof import('@cornerstonejs/core');
  readonly tools: typeof import('@cornerstonejs/tools');
}

/**
 * A plane as a Cornerstone viewport. The product still draws its pixels and moves it; the viewport
 * gives coordinates, camera, events and the volume to tools of `@cornerstonejs/tools`, which draw on
 * it. Dispose it to make the plane an ordinary view again.
 */
export interface CornerstoneViewport extends Disposable, CornerstonePackages {
  readonly viewportId: string;
  readonly renderingEngineId: string;
  readonly element: HTMLDivElement;
  /** Id of the volume in the cache of Cornerstone; its voxels are those of the view. */
  readonly volumeId: string;
  /**
   * Passes mouse, wheel and touch events of the plane to the tools of Cornerstone until disposed; the
   * tools of the reading page get none meanwhile.
   */
  takePointer(): Disposable;
}

/** Makes planes of the reading page available as Cornerstone viewports. */
export interface CornerstoneViewports {
  /**
   * Loads Cornerstone, waits for the complete image of the plane in a cell and enables its viewport.
   * Fails with `NO_PLANE` if the cell shows no plane or closes meanwhile, `NO_WEBGL2` without WebGL 2,
   * `CORNERSTONE_NOT_LOADED` if the code can't be loaded, and `DRAWING_FAILED` if Cornerstone refuses.
   */
  viewport(cellId: string): Promise<Result<CornerstoneViewport>>;
}

/** Provided by the extension `breast-planes`; name it under `requires` in the manifest. */
export const cornerstoneToken = token<CornerstoneViewports>('clockface.cornerstone');
