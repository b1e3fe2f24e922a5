import { Enums, type PlanarViewport, type Types } from '@cornerstonejs/core';
import { type Disposable, Emitter, fail, messageOf, ok, problem, type Result } from '#foundation';
import { add, cross, type ImageFrame, imageToMm, scale, type Vec3 } from '#geometry';
import type { LoadedVolume } from '../model/loaded-volume.ts';
import { factorOf, PLAIN_LOOK, type PlaneLook } from '../model/plane-look.ts';
import { pictureTexts } from '../texts/picture-texts.ts';
import { cornerstoneStage, displaySetIdOf } from './cornerstone-stage.ts';
import type { ImagePlacement, PlaneRenderer, RendererEvent } from './plane-renderer.ts';

let attached = 0;

const point = (v: Vec3): Types.Point3 => [v[0], v[1], v[2]];

/** Draws a plane in a `planarNext` viewport of cornerstone. */
export class CornerstonePlaneRenderer implements PlaneRenderer {
  readonly #viewportId = `plane-${++attached}`;
  readonly #events = new Emitter<RendererEvent>();
  #element: HTMLDivElement | null = null;
  #viewport: PlanarViewport | null = null;
  /** The volume to show, ours on the stage; it may still be on its way into the viewport. */
  #held: LoadedVolume | null = null;
  /** The volume that the present viewport has. */
  #mountedId: string | null = null;
  #placement: ImagePlacement | null = null;
  #look: PlaneLook = PLAIN_LOOK;
  /**
   * Pixels of a millimetre at the library's scale 1. That scale is relative to a fit which depends
   * on volume, view size and angle (not on the slice), so it is measured once for each of them.
   */
  #unit: { readonly of: string; readonly pxPerMm: number } | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #stageEvents: Disposable | null = null;
  #disposed = false;

  readonly #onRendered = (): void => this.#events.emit({ kind: 'rendered' });

  async attach(element: HTMLDivElement): Promise<Result<void>> {
    const started = cornerstoneStage.start();
    if (!started.ok) return started;
    this.#element = element;
    element.addEventListener(Enums.Events.IMAGE_RENDERED, this.#onRendered);
    this.#stageEvents = cornerstoneStage.events.on((event) => {
      if (event === 'rebuilt') void this.#reattach();
      else if (event === 'resized') this.#drawAnew();
      else this.#onContextLost();
    });
    return this.#enable();
  }

  setVolume(volume: LoadedVolume): Promise<Result<void>> {
    const done = this.#queue.then(() => this.#swap(volume));
    this.#queue = done;
    return done;
  }

  show(placement: ImagePlacement): void {
    this.#placement = placement;
    this.#draw();
  }

  setLook(look: PlaneLook): void {
    this.#look = look;
    if (this.#viewport === null || this.#mountedId === null) return;
    this.#viewport.setDisplaySetPresentation(displaySetIdOf(this.#mountedId), presentation(look));
    this.#draw();
  }

  resize(): void {
    if (this.#viewport !== null) cornerstoneStage.requestResize();
  }

  on(listener: (event: RendererEvent) => void): Disposable {
    return this.#events.on(listener);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#stageEvents?.dispose();
    this.#element?.removeEventListener(Enums.Events.IMAGE_RENDERED, this.#onRendered);
    if (this.#held !== null) cornerstoneStage.release(this.#held.id, this.#viewportId);
    if (this.#viewport !== null) cornerstoneStage.engine?.disableElement(this.#viewportId);
    this.#viewport = null;
    this.#held = null;
    this.#events.dispose();
  }

  #enable(): Result<void> {
    const engine = cornerstoneStage.engine;
    if (engine === null || this.#element === null)
      return fail(notDrawn(pictureTexts.drawing.noEngine));
    try {
      engine.enableElement({
        viewportId: this.#viewportId,
        element: this.#element,
        type: Enums.ViewportType.PLANAR_NEXT,
        defaultOptions: { background: [0, 0, 0] },
      });
      this.#viewport = engine.getViewport(this.#viewportId) as unknown as PlanarViewport;
      return ok(undefined);
    } catch (thrown) {
      return fail(notDrawn(messageOf(thrown)));
    }
  }

  async #swap(volume: LoadedVolume): Promise<Result<void>> {
    if (this.#disposed || this.#held?.id === volume.id) return ok(undefined);
    const old = this.#held;
    try {
      cornerstoneStage.acquire(volume);
    } catch (thrown) {
      return fail(notDrawn(messageOf(thrown)));
    }
    this.#held = volume;
    const mounted = await this.#mountHeld();
    const kept = !mounted.ok && !this.#disposed ? old : volume;
    this.#held = this.#disposed ? null : kept;
    const given = kept === volume ? old : volume;
    if (given !== null) cornerstoneStage.release(given.id, this.#viewportId);
    return mounted;
  }

  /** Brings the held volume into the present viewport; without one, `#reattach` does it later. */
  async #mountHeld(): Promise<Result<void>> {
    const viewport = this.#viewport;
    const volume = this.#held;
    if (viewport === null || volume === null) return ok(undefined);
    const mounted = await this.#mount(viewport, volume);
    // The screen was left or the context lost meanwhile: nobody waits for this viewport any more.
    if (this.#disposed || this.#viewport !== viewport) return ok(undefined);
    if (mounted.ok) {
      this.#mountedId = volume.id;
      this.#draw();
    }
    return mounted;
  }

  async #mount(viewport: PlanarViewport, volume: LoadedVolume): Promise<Result<void>> {
    const displaySetId = displaySetIdOf(volume.id);
    try {
      await viewport.setDisplaySets({
        displaySetId,
        options:
          this.#placement === null ? {} : { orientation: orientationOf(this.#placement.frame) },
      });
      if (this.#disposed) return ok(undefined);
      viewport.setDisplaySetPresentation(displaySetId, presentation(this.#look));
      return ok(undefined);
    } catch (thrown) {
      // Leaving the screen while a volume is being put in rejects; nobody waits for it then.
      return this.#disposed ? ok(undefined) : fail(notDrawn(messageOf(thrown)));
    }
  }

  /**
   * After a change of size. While one of its pictures is still to be drawn the library puts the
   * resizing of its viewports off for ever, and goes on to measure by the old size.
   */
  #drawAnew(): void {
    this.#viewport?.resize();
    this.#unit = null;
    this.#draw();
  }

  /** Puts the placement into the viewport and asks for one picture. */
  #draw(): void {
    const viewport = this.#viewport;
    const placement = this.#placement;
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#element ?? {};
    if (viewport === null || this.#mountedId === null || placement === null) return;
    if (width === 0 || height === 0) return;
    const { frame, leftPx, topPx, pxPerMm } = placement;
    const anchor = point(imageToMm(frame, 0.5, 0.5));
    const state = {
      orientation: orientationOf(frame),
      slice: { kind: 'volumePoint' as const, sliceWorldPoint: anchor },
      anchorWorld: anchor,
      anchorCanvas: [
        (leftPx + (frame.widthMm / 2) * pxPerMm) / width,
        (topPx + (frame.heightMm / 2) * pxPerMm) / height,
      ] as Types.Point2,
      rotation: 0,
    };
    const unit = `${this.#mountedId} ${width} ${height} ${frame.right.join(' ')}`;
    if (this.#unit?.of !== unit) {
      viewport.setViewState({ ...state, scale: 1 });
      this.#unit = { of: unit, pxPerMm: measuredPxPerMm(viewport, anchor, frame) };
    }
    if (this.#unit.pxPerMm === 0) return;
    viewport.setViewState({ ...state, scale: pxPerMm / this.#unit.pxPerMm });
    viewport.render();
  }

  /** The library's viewport throws from now on; what comes meanwhile waits for the new one. */
  #onContextLost(): void {
    this.#viewport = null;
    this.#mountedId = null;
    this.#events.emit({ kind: 'context-lost' });
  }

  /** After a lost context: a new viewport in the new engine, the same volume and place. */
  async #reattach(): Promise<void> {
    if (this.#disposed) return;
    this.#viewport = null;
    this.#unit = null;
    this.#element?.replaceChildren();
    const enabled = this.#enable();
    // What waits behind a viewport that died with its context would wait for ever.
    this.#queue = Promise.resolve();
    const mounted = enabled.ok ? await this.#mountHeld() : enabled;
    if (this.#disposed) return;
    if (!mounted.ok) {
      this.#events.emit({ kind: 'failed', problem: mounted.problem });
      return;
    }
    this.#events.emit({ kind: 'context-restored' });
  }
}

/** Brightness, contrast and inversion in the library's words; it knows no gains along depth. */
function presentation({ adjustment }: PlaneLook) {
  const factor = factorOf(adjustment.contrast);
  const lower = 127.5 - (127.5 + adjustment.brightness) / factor;
  return {
    voiRange: { lower, upper: lower + 255 / factor },
    invert: adjustment.inverted,
    interpolationType: Enums.InterpolationType.LINEAR,
  };
}

function measuredPxPerMm(
  viewport: PlanarViewport,
  anchor: Types.Point3,
  frame: ImageFrame,
): number {
  const [x0, y0] = viewport.worldToCanvas(anchor);
  const [x1, y1] = viewport.worldToCanvas(
    point(add([anchor[0], anchor[1], anchor[2]], scale(frame.right, 10))),
  );
  return Math.hypot(x1 - x0, y1 - y0) / 10;
}

/** The library's orientation of an image: normal towards the viewer = down × right. */
function orientationOf(frame: ImageFrame): Types.OrientationVectors {
  return {
    viewPlaneNormal: point(cross(frame.down, frame.right)),
    viewUp: point(scale(frame.down, -1)),
  };
}

const notDrawn = (detail: string) =>
  problem(
    'PLANE_NOT_DRAWN',
    pictureTexts.drawing.failed,
    detail,
    pictureTexts.drawing.next,
    'breast-planes',
  );
