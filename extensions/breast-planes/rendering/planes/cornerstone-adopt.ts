import { Enums, triggerEvent } from '@cornerstonejs/core';
import { type Disposable, fail, messageOf, ok, type Result, toDisposable } from '#foundation';
import { cornerstoneStage } from '../graphics/cornerstone-stage.ts';
import { notDrawn } from '../graphics/drawing-problems.ts';
import { CUT_VIEWPORT, type CutOptions, CutViewport } from './cornerstone-cut-viewport.ts';
import type { CutPlaneRenderer } from './cut-plane-renderer.ts';
import { cutStage } from './cut-stage.ts';

let adopted = 0;

/**
 * Makes a plane that is drawn already a viewport of the drawing library: found by its id, with the
 * library's coordinates, camera and events, on the canvas that it has; it ends with the
 * renderer at the latest.
 */
export function adoptPlane(
  renderer: CutPlaneRenderer,
  element: HTMLDivElement,
): Result<Disposable> {
  const started = cornerstoneStage.start();
  if (!started.ok) return started;
  const viewportId = `plane-${++adopted}`;
  const scope = renderer.tenants.child(viewportId);
  let viewport: CutViewport | null = null;
  const enable = (): void => {
    const engine = cornerstoneStage.engine;
    const options: CutOptions = { background: [0, 0, 0], renderer };
    engine?.enableElement({
      viewportId,
      element,
      type: CUT_VIEWPORT as never,
      defaultOptions: options as never,
    });
    const made = engine?.getViewport(viewportId) as unknown;
    viewport = made instanceof CutViewport ? made : null;
    // The engine paints the canvas in its background first.
    cutStage.drawNow([renderer]);
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
  return ok(scope);
}
