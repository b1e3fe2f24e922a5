import * as core from '@cornerstonejs/core';
import * as tools from '@cornerstonejs/tools';
import { type Disposable, fail, messageOf, ok, type Result, toDisposable } from '#foundation';
import { cornerstoneStage } from '../graphics/cornerstone-stage.ts';
import { startCornerstoneTools } from '../graphics/cornerstone-tools.ts';
import { noPlane, notDrawn } from '../graphics/drawing-problems.ts';
import { adoptPlane } from './cornerstone-adopt.ts';
import { passPointer } from './pass-pointer.ts';
import type { SliceRenderer } from './slice-renderer.ts';
import { stageVolumeOf } from './staged-volume.ts';

/** Elements of a plane on the page. */
export interface PlaneElements {
  readonly renderer: SliceRenderer;
  /** Contains the canvas. */
  readonly host: HTMLDivElement;
  /** Contains the host and everything that is drawn over the canvas. */
  readonly area: HTMLDivElement;
}

/** A plane as a viewport of the library; the members are those of `CornerstoneViewport`. */
export interface CornerstonePlane extends Disposable {
  readonly core: typeof core;
  readonly tools: typeof tools;
  readonly viewportId: string;
  readonly renderingEngineId: string;
  readonly element: HTMLDivElement;
  readonly volumeId: string;
  takePointer(): Disposable;
}

/** Viewport of a plane with the number of its users. */
interface SharedViewport {
  readonly viewportId: string;
  readonly end: Disposable;
  users: number;
}
const shared = new WeakMap<SliceRenderer, SharedViewport>();

/**
 * Waits for the complete image of a plane and registers it as a viewport of the library, once for
 * all users. Fails with `NO_PLANE` if the plane closes meanwhile.
 */
export async function openCornerstonePlane(
  elements: PlaneElements,
): Promise<Result<CornerstonePlane>> {
  const { renderer, host, area } = elements;
  if (!(await whenComplete(renderer))) return fail(noPlane());
  const viewport = acquire(renderer, host);
  if (!viewport.ok) return viewport;
  const { viewportId } = viewport.value;
  const pointers = new Set<Disposable>();
  const release = toDisposable(() => releaseUser(renderer, viewport.value));
  return ok({
    core,
    tools,
    viewportId,
    renderingEngineId: cornerstoneStage.engine?.id ?? '',
    element: host,
    get volumeId() {
      return renderer.volume?.id ?? '';
    },
    takePointer() {
      const pointer = passPointer(area, host);
      pointers.add(pointer);
      return pointer;
    },
    dispose() {
      for (const pointer of pointers) pointer.dispose();
      release.dispose();
    },
  });
}

function acquire(renderer: SliceRenderer, host: HTMLDivElement): Result<SharedViewport> {
  const known = shared.get(renderer);
  if (known !== undefined) {
    known.users += 1;
    return ok(known);
  }
  startCornerstoneTools();
  const adopted = adoptPlane(renderer, host);
  if (!adopted.ok) return adopted;
  const { viewportId } = adopted.value;
  try {
    const staged = renderer.dependents.own(stageVolumeOf(renderer));
    const end = toDisposable(() => {
      adopted.value.dispose();
      staged.dispose();
    });
    const viewport = { viewportId, end, users: 1 };
    shared.set(renderer, viewport);
    return ok(viewport);
  } catch (thrown) {
    adopted.value.dispose();
    return fail(notDrawn(messageOf(thrown)));
  }
}

function releaseUser(renderer: SliceRenderer, viewport: SharedViewport): void {
  viewport.users -= 1;
  if (viewport.users > 0) return;
  shared.delete(renderer);
  viewport.end.dispose();
}

/** Resolves with true once the image of the full volume is drawn, and with false if it closes. */
function whenComplete(renderer: SliceRenderer): Promise<boolean> {
  const isComplete = (): boolean =>
    renderer.volume !== null && renderer.volume.finer === undefined && renderer.placement !== null;
  if (isComplete()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const listening = renderer.on((event) => {
      if (event.kind !== 'rendered' || !isComplete()) return;
      listening.dispose();
      resolve(true);
    });
    renderer.dependents.own(toDisposable(() => resolve(false)));
  });
}
