import { Enums, triggerEvent } from '@cornerstonejs/core';
import { type Disposable, fail, messageOf, ok, type Result, toDisposable } from '#foundation';
import { cornerstoneStage } from '../graphics/cornerstone-stage.ts';
import { notDrawn } from '../graphics/drawing-problems.ts';
import {
  SLICE_VIEWPORT,
  SliceViewport,
  type SliceViewportOptions,
} from './cornerstone-slice-viewport.ts';
import type { SliceRenderer } from './slice-renderer.ts';
import { sliceStage } from './slice-stage.ts';

let adoptedCount = 0;

/** A plane that is registered as a viewport of the library. */
export interface AdoptedPlane extends Disposable {
  readonly viewportId: string;
}

/**
 * Registers a rendered plane as a viewport of the drawing library, with its coordinates, camera and
 * events, on the existing canvas. Disposed with the renderer at the latest.
 */
export function adoptPlane(renderer: SliceRenderer, element: HTMLDivElement): Result<AdoptedPlane> {
  const started = cornerstoneStage.start();
  if (!started.ok) return started;
  const viewportId = `plane-${++adoptedCount}`;
  const scope = renderer.dependents.child(viewportId);
  let viewport: SliceViewport | null = null;
  const enable = (): void => {
    const engine = cornerstoneStage.engine;
    const options: SliceViewportOptions = { background: [0, 0, 0], renderer };
    engine?.enableElement({
      viewportId,
      element,
      type: SLICE_VIEWPORT as never,
      defaultOptions: options as never,
    });
    const created = engine?.getViewport(viewportId) as unknown;
    viewport = created instanceof SliceViewport ? created : null;
    // Redraws, because the engine first fills the canvas with its background colour.
    sliceStage.drawNow([renderer]);
  };
  try {
    enable();
  } catch (thrown) {
    return fail(notDrawn(messageOf(thrown)));
  }
  scope.own(
    renderer.on((event) => {
      if (event.kind !== 'rendered' || viewport === null) return;
      triggerEvent(element, Enums.Events.IMAGE_RENDERED, viewport.eventDetail());
    }),
  );
  scope.own(
    cornerstoneStage.events.on((event) => {
      if (event === 'rebuilt') enable();
    }),
  );
  scope.own(toDisposable(() => cornerstoneStage.engine?.disableElement(viewportId)));
  return ok({ viewportId, dispose: () => scope.dispose() });
}
