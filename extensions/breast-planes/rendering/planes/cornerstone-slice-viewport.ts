import {
  ActorRenderMode,
  cache,
  GenericViewport,
  registerViewportType,
  type Types,
} from '@cornerstonejs/core';
import {
  add,
  cross,
  dot,
  type ImageFrame,
  imageToMm,
  mmToImage,
  scale,
  subtract,
  type Vec3,
} from '#geometry';
import type { ImagePlacement } from './plane-renderer.ts';
import type { SliceRenderer } from './slice-renderer.ts';
import { sliceStage } from './slice-stage.ts';

/** Viewport type of planes that the page reslices itself. */
export const SLICE_VIEWPORT = 'clockfaceCut';

type ViewportInput = ConstructorParameters<
  NonNullable<Parameters<typeof registerViewportType>[0]['ViewportClass']>
>[0];

/**
 * A plane as a viewport of the library: provides placement, camera, events and coordinate
 * conversion for the tools of the library, while the page draws the pixels.
 */
export class SliceViewport extends GenericViewport<{ readonly placement: ImagePlacement | null }> {
  static readonly useCustomRenderingPipeline = true;
  readonly type = SLICE_VIEWPORT as never;
  readonly renderingEngineId: string;
  readonly canvas: HTMLCanvasElement;
  readonly defaultOptions: ViewportInput['defaultOptions'];
  readonly #renderer: SliceRenderer;

  constructor(input: ViewportInput) {
    super(input);
    this.renderingEngineId = input.renderingEngineId;
    this.canvas = input.canvas;
    this.defaultOptions = input.defaultOptions;
    this.#renderer = (input.defaultOptions as SliceViewportOptions).renderer;
    // Tools of the library call these two without their viewport.
    this.canvasToWorld = this.canvasToWorld.bind(this);
    this.worldToCanvas = this.worldToCanvas.bind(this);
    this.element.setAttribute('data-viewport-uid', this.id);
    this.element.setAttribute('data-rendering-engine-uid', this.renderingEngineId);
  }

  getUseCustomRenderingPipeline(): true {
    return true;
  }

  /** Called by the engine, which emits IMAGE_RENDERED itself afterwards. */
  customRenderViewportToCanvas(): object {
    sliceStage.drawNow([this.#renderer]);
    return this.eventDetail();
  }

  render(): void {
    sliceStage.requestDraw(this.#renderer);
  }

  override resize(): void {
    this.#renderer.resize();
  }

  /** Camera changes by tools last until the next placement of the plane. */
  override setViewState({ placement }: { readonly placement?: ImagePlacement | null }): void {
    if (placement !== undefined && placement !== null) this.#renderer.show(placement);
  }

  override getViewState(): { readonly placement: ImagePlacement | null } {
    return { placement: this.#renderer.placement };
  }

  override getFrameOfReferenceUID(): string {
    return this.getVolumeId();
  }

  /** Returns the id of the shown volume in the library's cache; '' before the first image. */
  getVolumeId(): string {
    const volume = this.#renderer.volume;
    return volume?.finer?.id ?? volume?.id ?? '';
  }

  hasVolumeId(volumeId: string): boolean {
    return volumeId !== '' && volumeId === this.getVolumeId();
  }

  override getViewReferenceId(): string {
    return `volumeId:${this.getVolumeId()}`;
  }

  /** Returns the plane in which a tool stores its annotation. */
  override getViewReference(): Types.ViewReference {
    const { focalPoint, viewPlaneNormal, viewUp } = this.getCamera();
    return {
      FrameOfReferenceUID: this.getFrameOfReferenceUID(),
      ...(focalPoint === undefined ? {} : { cameraFocalPoint: focalPoint }),
      ...(viewPlaneNormal === undefined ? {} : { viewPlaneNormal }),
      ...(viewUp === undefined ? {} : { viewUp }),
    };
  }

  /** An annotation is shown in planes of its direction, up to half a voxel beside its own. */
  override isReferenceViewable(reference: Types.ViewReference): boolean {
    if (reference.FrameOfReferenceUID !== this.getFrameOfReferenceUID()) return false;
    const { cameraFocalPoint: at, viewPlaneNormal } = reference;
    if (at === undefined || viewPlaneNormal === undefined) return false;
    const { frame } = this.#placed();
    const normal = normalOf(frame);
    if (Math.abs(dot(normal, vec(viewPlaneNormal))) < PARALLEL) return false;
    const spacingMm = this.#renderer.volume?.geometry.spacingMm ?? [0, 0, 0];
    const offMm = Math.abs(dot(subtract(vec(at), frame.originMm), normal));
    return offMm <= Math.min(...spacingMm) / 2;
  }

  /** Returns the cached volume in the form in which tools read it; undefined if it is not cached. */
  getImageData(volumeId = this.getVolumeId()): object | undefined {
    const volume = cache.getVolume(volumeId);
    if (volume === undefined) return undefined;
    const { dimensions, spacing, direction, origin, imageData, metadata, voxelManager } = volume;
    return {
      dimensions,
      spacing,
      direction,
      origin,
      imageData,
      metadata,
      voxelManager,
      hasPixelSpacing: true,
      scaling: {},
    };
  }

  /** No actor draws the plane; the render mode makes tools of segmentations edit volumes. */
  getDefaultActor(): object {
    return { uid: this.id, actorMapper: { renderMode: ActorRenderMode.VTK_VOLUME_SLICE } };
  }

  getActors(): readonly object[] {
    return [];
  }

  override canvasToWorld([x, y]: Types.Point2): Types.Point3 {
    const { frame, leftPx, topPx, pxPerMm } = this.#placed();
    const u = (x - leftPx) / (pxPerMm * frame.widthMm);
    const v = (y - topPx) / (pxPerMm * frame.heightMm);
    return point(imageToMm(frame, u, v));
  }

  override worldToCanvas([x, y, z]: Types.Point3): Types.Point2 {
    const { frame, leftPx, topPx, pxPerMm } = this.#placed();
    const { u, v } = mmToImage(frame, [x, y, z]);
    return [leftPx + u * pxPerMm * frame.widthMm, topPx + v * pxPerMm * frame.heightMm];
  }

  getCamera(): Types.ICamera {
    const { frame, pxPerMm } = this.#placed();
    const { clientWidth, clientHeight } = this.element;
    const [x, y, z] = this.canvasToWorld([clientWidth / 2, clientHeight / 2]);
    const normal = normalOf(frame);
    return {
      focalPoint: [x, y, z],
      position: point(add([x, y, z], normal)),
      viewPlaneNormal: point(normal),
      viewUp: point(scale(frame.down, -1)),
      parallelProjection: true,
      parallelScale: clientHeight / 2 / pxPerMm,
      scale: pxPerMm,
      rotation: 0,
      flipHorizontal: false,
      flipVertical: false,
    };
  }

  override getResolvedView(): ReturnType<GenericViewport<object>['getResolvedView']> {
    if (this.#renderer.placement === null) return undefined;
    const view = {
      state: this.getViewState(),
      canvasToWorld: (canvas: Types.Point2) => this.canvasToWorld(canvas),
      worldToCanvas: (world: Types.Point3) => this.worldToCanvas(world),
      getFrameOfReferenceUID: () => this.getFrameOfReferenceUID(),
      toICamera: () => this.getCamera(),
    };
    // The library does not export its class; this object has the same members.
    return view as unknown as ReturnType<GenericViewport<object>['getResolvedView']>;
  }

  eventDetail(): object {
    return {
      element: this.element,
      viewportId: this.id,
      renderingEngineId: this.renderingEngineId,
      viewportStatus: this.viewportStatus,
      camera: this.#renderer.placement === null ? null : this.getCamera(),
    };
  }

  #placed(): ImagePlacement {
    const placement = this.#renderer.placement;
    if (placement === null) throw new Error('The plane has no position yet');
    return placement;
  }
}

/** The library passes its options through; the viewport reads its renderer from them. */
export interface SliceViewportOptions {
  readonly background: Types.Point3;
  readonly renderer: SliceRenderer;
}

/** Cosine of the angle up to which two planes count as parallel: 0.5°. */
const PARALLEL = Math.cos((0.5 * Math.PI) / 180);
const vec = ([x, y, z]: Types.Point3): Vec3 => [x, y, z];
const point = (v: Vec3): Types.Point3 => [v[0], v[1], v[2]];
const normalOf = (frame: ImageFrame): Vec3 => cross(frame.down, frame.right);

registerViewportType({ type: SLICE_VIEWPORT, ViewportClass: SliceViewport as never });
