import { Enums, type Types } from '@cornerstonejs/core';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';
import type vtkVolumeMapper from '@kitware/vtk.js/Rendering/Core/VolumeMapper';
import {
  type Disposable,
  Emitter,
  fail,
  messageOf,
  ok,
  type Problem,
  type Result,
} from '#foundation';
import { add, scale } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { CameraOrientation } from '../../model/space/space-camera.ts';
import type { SpacePreset } from '../../model/space/space-volume.ts';
import { imageTexts } from '../../texts/image-texts.ts';
import { cornerstoneStage, displaySetIdOf } from '../graphics/cornerstone-stage.ts';
import { sceneNotDrawn } from '../graphics/drawing-problems.ts';
import { graphicsKind } from '../graphics/graphics-kind.ts';
import { SceneActors, type SceneContent } from './scene-actors.ts';
import {
  type Camera,
  cameraOf,
  point,
  type SceneExtent,
  type SceneProjection,
  type SceneViewport,
  sceneProjection,
  vec,
} from './scene-camera.ts';
import { type GraphicsWindow, releaseScene, releaseTables } from './scene-memory.ts';
import { type SceneImage, type ShownMesh, styleVolume } from './space-actors.ts';
import { attachSpaceTools, MOVING_FACTOR, prepareSpaceTools } from './space-tools.ts';

export type SceneEvent =
  | {
      readonly kind: 'rendered';
      readonly projection: SceneProjection;
      readonly content: SceneContent;
    }
  | { readonly kind: 'context-lost' }
  | { readonly kind: 'context-restored' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Number of scenes created; makes viewport ids unique. */
let sceneCount = 0;
/** Delay until the image is refined after the last rotation by key or zoom step. */
const REFINE_AFTER_MS = 250;
/** Screen pixels per drawn pixel and axis without a graphics card. */
const SOFTWARE_PIXEL_SIZE = 2;
/** Minimum width and height that the library draws. */
const MIN_PX = 2;

/**
 * A 3D scene in a generic `volume3d` viewport of cornerstone: a volume, meshes and images in
 * parallel projection. The library's tools rotate, zoom and pan.
 */
export class SpaceScene implements Disposable {
  readonly #viewportId = `space-${++sceneCount}`;
  readonly #events = new Emitter<SceneEvent>();
  readonly #actors = new SceneActors();
  readonly #pixelSize = graphicsKind() === 'software' ? SOFTWARE_PIXEL_SIZE : 1;
  #element: HTMLDivElement | null = null;
  #viewport: SceneViewport | null = null;
  /** Returns the volume's actor; undefined without a volume in the scene. */
  #volumeActor: () => vtkVolume | undefined = () => undefined;
  #tools: Disposable | null = null;
  #stageEvents: Disposable | null = null;
  #volume: LoadedVolume | null = null;
  /** Volume shown from the next image on. */
  #shownVolumeId: string | null = null;
  /**
   * Volume whose voxels are on the GPU; the upload happens while its first image is drawn, which
   * stays black.
   */
  #uploadedId: string | null = null;
  #preset: SpacePreset | null = null;
  /** Last camera, restored with another volume or context; null before the first. */
  #view: Partial<Types.ICamera> | null = null;
  /** View requested before the element had a size; null otherwise. */
  #requested: { readonly orientation: CameraOrientation; readonly extent: SceneExtent } | null =
    null;
  #refineTimer: ReturnType<typeof setTimeout> | null = null;
  /** Volume changes, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  #disposed = false;

  /** Whether scenes are drawn at lower resolution for lack of a graphics card. */
  readonly software = this.#pixelSize > 1;

  async attach(host: HTMLDivElement): Promise<Result<void>> {
    prepareSpaceTools();
    const started = cornerstoneStage.start();
    if (!started.ok) return started;
    // Renders fewer pixels into a smaller element, which is scaled up.
    const element = document.createElement('div');
    element.style.cssText = `width:${100 / this.#pixelSize}%;height:${100 / this.#pixelSize}%;transform:scale(${this.#pixelSize});transform-origin:0 0`;
    host.replaceChildren(element);
    this.#element = element;
    element.addEventListener(Enums.Events.IMAGE_RENDERED, this.#onRendered);
    element.addEventListener(Enums.Events.CAMERA_MODIFIED, this.#onMoved);
    this.#stageEvents = cornerstoneStage.events.on((event) => {
      if (event === 'rebuilt') void this.#reattach();
      else if (event === 'context-lost') this.#onContextLost();
    });
    return this.#enable();
  }

  /**
   * Shows a volume (null: none) with a preset; keeps the previous volume until the new one is
   * ready.
   */
  setVolume(volume: LoadedVolume | null, preset: SpacePreset): Promise<Result<void>> {
    const done = this.#queue.then(() => this.#swap(volume, preset));
    this.#queue = done;
    return done;
  }

  setMeshes(meshes: readonly ShownMesh[]): void {
    this.#actors.meshes = meshes;
    this.#syncActors();
  }

  setImages(images: readonly SceneImage[]): void {
    this.#actors.images = images;
    this.#syncActors();
  }

  /** Shows the whole extent from an orientation, deferred until the element has a size. */
  show(orientation: CameraOrientation, extent: SceneExtent): void {
    const { widthPx: width, heightPx: height } = this.#availableSize();
    this.#requested = width < MIN_PX || height < MIN_PX ? { orientation, extent } : null;
    if (this.#requested !== null) return;
    const { centreMm, radiusMm } = extent;
    this.#setCamera({
      focalPoint: point(centreMm),
      position: point(add(centreMm, scale(orientation.normal, radiusMm * 10))),
      viewUp: point(orientation.up),
      viewPlaneNormal: point(orientation.normal),
      parallelScale: radiusMm * Math.max(1, height / width),
      parallelProjection: true,
    });
  }

  /** Rotates around the same focal point at the same scale. */
  turnTo(orientation: CameraOrientation): void {
    const camera = this.#camera();
    if (camera === null) return;
    const { focalPoint, position } = camera;
    const distance = Math.hypot(...focalPoint.map((value, n) => value - (position[n] ?? 0)));
    this.#coarsen();
    this.#setCamera({
      viewUp: point(orientation.up),
      viewPlaneNormal: point(orientation.normal),
      focalPoint,
      position: point(add(vec(focalPoint), scale(orientation.normal, distance))),
    });
  }

  zoom(factor: number): void {
    const camera = this.#camera();
    if (camera === null) return;
    this.#coarsen();
    this.#setCamera({ parallelScale: camera.parallelScale / factor });
  }

  /**
   * Resizes the image to the element and renders it. The library's own resizing keeps the old
   * number of pixels and discards images requested while the element had no size.
   */
  resize(): void {
    const { viewport, widthPx, heightPx } = this.#availableSize();
    if (viewport === null || widthPx < MIN_PX || heightPx < MIN_PX) return;
    viewport.sWidth = widthPx;
    viewport.sHeight = heightPx;
    const requested = this.#requested;
    if (requested === null) viewport.render();
    else this.show(requested.orientation, requested.extent);
  }

  /** Returns the rendered image without overlays; null before the first. */
  canvas(): HTMLCanvasElement | null {
    return this.#element?.querySelector('canvas') ?? null;
  }

  on(listener: (event: SceneEvent) => void): Disposable {
    return this.#events.on(listener);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    if (this.#refineTimer !== null) clearTimeout(this.#refineTimer);
    this.#stageEvents?.dispose();
    this.#tools?.dispose();
    this.#element?.removeEventListener(Enums.Events.IMAGE_RENDERED, this.#onRendered);
    this.#element?.removeEventListener(Enums.Events.CAMERA_MODIFIED, this.#onMoved);
    this.#releaseTables();
    if (this.#volume !== null) cornerstoneStage.release(this.#volume.id, this.#viewportId);
    if (this.#viewport !== null) {
      releaseScene(this.#window(), this.#viewport.getRenderer());
      cornerstoneStage.engine?.disableElement(this.#viewportId);
    }
    this.#viewport = null;
    this.#volume = null;
    this.#element?.remove();
    this.#events.dispose();
  }

  /**
   * Converts canvas positions for the library's tools to points in the plane through the focal
   * point. Tools pass page pixels, except for the centre, which is in pixels of the smaller
   * element.
   */
  readonly #canvasToMm = ([x, y]: Types.Point2): Types.Point3 => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#element ?? {};
    const projection = this.#projection();
    if (projection === null) return [0, 0, 0];
    const middle = x === width * 0.5 && y === height * 0.5;
    return point(
      middle ? projection.toMm(x * this.#pixelSize, y * this.#pixelSize) : projection.toMm(x, y),
    );
  };

  readonly #onMoved = (): void => {
    this.#view = this.#camera();
  };

  readonly #onRendered = (): void => {
    const projection = this.#projection();
    if (projection === null) return;
    const volumeId = this.#uploadedId === this.#shownVolumeId ? this.#shownVolumeId : null;
    if (volumeId !== this.#shownVolumeId) this.#viewport?.render();
    this.#uploadedId = this.#shownVolumeId;
    const content = { volumeId, meshes: this.#actors.meshes.length };
    this.#events.emit({ kind: 'rendered', projection, content });
  };

  #enable(): Result<void> {
    const engine = cornerstoneStage.engine;
    if (engine === null || this.#element === null) {
      return fail(sceneNotDrawn(imageTexts.drawing.noEngine));
    }
    try {
      engine.enableElement({
        viewportId: this.#viewportId,
        element: this.#element,
        type: Enums.ViewportType.VOLUME_3D,
        defaultOptions: { background: [0, 0, 0], parallelProjection: true },
      });
      this.#viewport = engine.getViewport(this.#viewportId) as unknown as SceneViewport;
      const volumeActorOf = this.#viewport.getDefaultActor.bind(this.#viewport);
      this.#volumeActor = () => volumeActorOf()?.actor;
      // The library's rotation tool needs an actor; scenes without a volume return the actor of a
      // mesh or image.
      this.#viewport.getDefaultActor = () => volumeActorOf() ?? this.#actors.first;
      this.#viewport.canvasToWorld = this.#canvasToMm;
      this.#tools = attachSpaceTools(this.#viewportId, engine.id, this.#pixelSize);
      // Sets the size explicitly, because the library measures the scaled element, not the smaller
      // element drawn into.
      this.resize();
      return ok(undefined);
    } catch (thrown) {
      return fail(sceneNotDrawn(messageOf(thrown)));
    }
  }

  async #swap(volume: LoadedVolume | null, preset: SpacePreset): Promise<Result<void>> {
    if (this.#disposed) return ok(undefined);
    const same = volume?.id === this.#volume?.id;
    this.#preset = preset;
    if (same) {
      this.#applyPreset();
      return ok(undefined);
    }
    const old = this.#volume;
    try {
      if (volume !== null) cornerstoneStage.acquire(volume);
    } catch (thrown) {
      return fail(sceneNotDrawn(messageOf(thrown)));
    }
    this.#releaseTables();
    this.#volume = volume;
    const mounted = await this.#mount();
    if (old !== null) cornerstoneStage.release(old.id, this.#viewportId);
    return mounted;
  }

  async #mount(): Promise<Result<void>> {
    const viewport = this.#viewport;
    if (viewport === null || this.#volume === null) return ok(undefined);
    const view = this.#view;
    try {
      await viewport.setDisplaySets({
        displaySetId: displaySetIdOf(this.#volume.id),
        options: { renderMode: 'vtkVolume3d' },
      });
    } catch (thrown) {
      // Rejected when the scene is disposed during loading; the result is not needed any more.
      return this.#disposed ? ok(undefined) : fail(sceneNotDrawn(messageOf(thrown)));
    }
    if (this.#disposed || this.#viewport !== viewport) return ok(undefined);
    this.#applyPreset();
    if (view !== null) this.#setCamera(view);
    return ok(undefined);
  }

  #applyPreset(): void {
    const actor = this.#volumeActor();
    if (actor === undefined || this.#volume === null || this.#preset === null) return;
    styleVolume(actor.getProperty(), this.#preset, this.#volume, !this.software);
    this.#mapper()?.setSampleDistance(this.#sampleMm());
    this.#shownVolumeId = this.#volume.id;
    this.#viewport?.render();
  }

  /** Frees the tables of the volume in the scene; call before removing the volume. */
  #releaseTables(): void {
    this.#shownVolumeId = null;
    releaseTables(this.#window(), this.#volumeActor());
  }

  #window(): GraphicsWindow | null {
    const { engine } = cornerstoneStage;
    if (this.#viewport === null || engine === null) return null;
    const window = engine.getOffscreenMultiRenderWindow(this.#viewportId).getOpenGLRenderWindow();
    return window as GraphicsWindow;
  }

  #mapper(): vtkVolumeMapper | null {
    return (this.#volumeActor()?.getMapper() as vtkVolumeMapper | undefined) ?? null;
  }

  #sampleMm(): number {
    const spacing = Math.min(...(this.#volume?.geometry.spacingMm ?? [1]));
    return this.software ? spacing : spacing / 2;
  }

  /** Samples coarser during movement and refines afterwards. */
  #coarsen(): void {
    const mapper = this.#mapper();
    if (mapper === null) return;
    if (this.#refineTimer !== null) clearTimeout(this.#refineTimer);
    mapper.setSampleDistance(this.#sampleMm() * MOVING_FACTOR);
    this.#refineTimer = setTimeout(() => {
      this.#refineTimer = null;
      this.#mapper()?.setSampleDistance(this.#sampleMm());
      this.#viewport?.render();
    }, REFINE_AFTER_MS);
  }

  /** Adds requested meshes and images to the scene and removes all others. */
  #syncActors(): void {
    const viewport = this.#viewport;
    if (viewport === null) return;
    const renderer = viewport.getRenderer();
    this.#actors.sync(renderer);
    renderer.resetCameraClippingRange();
    viewport.render();
  }

  /** Returns the viewport and the available size in device pixels. */
  #availableSize() {
    const { clientWidth = 0, clientHeight = 0 } = this.#element ?? {};
    const px = (size: number): number => Math.round(size * window.devicePixelRatio);
    return { viewport: this.#viewport, widthPx: px(clientWidth), heightPx: px(clientHeight) };
  }

  #camera(): Camera | null {
    return this.#viewport === null ? null : cameraOf(this.#viewport);
  }

  #setCamera(camera: Partial<Types.ICamera>): void {
    const viewport = this.#viewport;
    if (viewport === null) {
      this.#view = { ...this.#view, ...camera };
      return;
    }
    viewport.setCamera(camera);
    viewport.getRenderer().resetCameraClippingRange();
    this.#view = this.#camera();
    viewport.render();
  }

  #projection(): SceneProjection | null {
    const camera = this.#camera();
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#element ?? {};
    return camera === null
      ? null
      : sceneProjection(camera, width * this.#pixelSize, height * this.#pixelSize);
  }

  #onContextLost(): void {
    this.#viewport = null;
    this.#shownVolumeId = this.#uploadedId = null;
    this.#actors.clear();
    this.#events.emit({ kind: 'context-lost' });
  }

  /**
   * Creates a new viewport in the rebuilt engine after a lost context, with the same scene and
   * camera.
   */
  async #reattach(): Promise<void> {
    if (this.#disposed) return;
    this.#tools?.dispose();
    this.#viewport = null;
    this.#actors.clear();
    this.#element?.replaceChildren();
    const enabled = this.#enable();
    this.#queue = Promise.resolve();
    const mounted = enabled.ok ? await this.#mount() : enabled;
    if (this.#disposed) return;
    if (!mounted.ok) {
      this.#events.emit({ kind: 'failed', problem: mounted.problem });
      return;
    }
    this.#syncActors();
    if (this.#view !== null) this.#setCamera(this.#view);
    this.#events.emit({ kind: 'context-restored' });
  }
}
