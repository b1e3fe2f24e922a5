import { type Disposable, Emitter, fail, ok, type Result, Scope } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import {
  DEFAULT_PRESENTATION,
  type PlanePresentation,
} from '../../model/planes/plane-presentation.ts';
import { notDrawn } from '../graphics/drawing-problems.ts';
import type { ImagePlacement, PlaneRenderer, RendererEvent } from './plane-renderer.ts';
import { sliceStage } from './slice-stage.ts';
import type { SliceContent, SliceView } from './slice-view.ts';

/** Draws a plane with the shared slice stage instead of the library's renderer. */
export class SliceRenderer implements PlaneRenderer, SliceView {
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  /** Users of the canvas, disposed before the canvas. */
  readonly dependents: Scope = new Scope('plane');
  readonly #events = new Emitter<RendererEvent>();
  #element: HTMLDivElement | null = null;
  #volume: LoadedVolume | null = null;
  #placement: ImagePlacement | null = null;
  #presentation: PlanePresentation = DEFAULT_PRESENTATION;
  /** Drawn share of the screen pixels per axis. */
  #pixelShare = 1;
  #disposed = false;

  get pixelRatio(): number {
    const cssWidth = this.#element?.clientWidth ?? 0;
    return cssWidth === 0 ? 1 : this.canvas.width / cssWidth;
  }

  get placement(): ImagePlacement | null {
    return this.#placement;
  }

  get volume(): LoadedVolume | null {
    return this.#volume;
  }

  attach(element: HTMLDivElement): Result<void> {
    const started = sliceStage.start();
    if (!started.ok) return started;
    this.#element = element;
    // Uses the library's class names, so that the library adopts this canvas instead of creating
    // another.
    const box = document.createElement('div');
    box.className = 'viewport-element';
    Object.assign(box.style, { position: 'relative', width: '100%', height: '100%' });
    box.style.overflow = 'hidden';
    this.canvas.className = 'cornerstone-canvas';
    Object.assign(this.canvas.style, { position: 'absolute', width: '100%', height: '100%' });
    box.append(this.canvas);
    element.replaceChildren(box);
    this.#fitCanvas();
    sliceStage.addView(this);
    return ok(undefined);
  }

  /**
   * `pixelShare`: drawn share of the screen pixels per axis; below 1 for levels without more
   * detail.
   */
  setVolume(volume: LoadedVolume, pixelShare = 1): Result<void> {
    if (this.#disposed || this.#volume === volume) return ok(undefined);
    if (this.#element === null) return fail(notDrawn('attach'));
    const acquired = sliceStage.acquire(volume);
    if (!acquired.ok) return acquired;
    // Acquires the new volume before releasing the old, so that shared textures stay on the GPU.
    const previous = this.#volume;
    if (previous !== null) sliceStage.release(previous);
    this.#volume = volume;
    // Skips redrawing for a finer level that has no slices yet, because the image would be the
    // same.
    const { ready } = volume.finer ?? {};
    const hasNoNewSlices =
      previous?.voxels === volume.voxels && ready !== undefined && ready.from === ready.to;
    if (hasNoNewSlices) return ok(undefined);
    this.#pixelShare = pixelShare;
    // Resizing clears the canvas; the requested draw runs before the next paint.
    this.#fitCanvas();
    sliceStage.requestDraw(this);
    return ok(undefined);
  }

  show(placement: ImagePlacement): void {
    this.#placement = placement;
    sliceStage.requestDraw(this);
  }

  setPresentation(presentation: PlanePresentation): void {
    this.#presentation = presentation;
    sliceStage.requestDraw(this);
  }

  resize(): void {
    if (this.#fitCanvas()) sliceStage.drawNow([this]);
  }

  on(listener: (event: RendererEvent) => void): Disposable {
    return this.#events.on(listener);
  }

  content(): SliceContent | null {
    if (this.#volume === null || this.#placement === null) return null;
    return { volume: this.#volume, placement: this.#placement, presentation: this.#presentation };
  }

  onDrawn(): void {
    this.#events.emit({ kind: 'rendered' });
  }

  onLost(): void {
    this.#events.emit({ kind: 'context-lost' });
  }

  onRestored(cause: Parameters<SliceView['onRestored']>[0]): void {
    if (cause === null) this.#events.emit({ kind: 'context-restored' });
    else this.#events.emit({ kind: 'failed', problem: cause });
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.dependents.dispose();
    sliceStage.removeView(this);
    if (this.#volume !== null) sliceStage.release(this.#volume);
    this.#volume = null;
    this.#element?.replaceChildren();
    this.#events.dispose();
  }

  /** Resizes the canvas to the element; returns true if resized, which clears the canvas. */
  #fitCanvas(): boolean {
    const { clientWidth, clientHeight } = this.#element ?? { clientWidth: 0, clientHeight: 0 };
    if (clientWidth === 0 || clientHeight === 0) return false;
    const pixels = devicePixelRatio * this.#pixelShare;
    const [width, height] = [Math.round(clientWidth * pixels), Math.round(clientHeight * pixels)];
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    return true;
  }
}
