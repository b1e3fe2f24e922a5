import { type Disposable, Emitter, fail, ok, type Result, Scope } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { PLAIN_LOOK, type PlaneLook } from '../../model/planes/plane-look.ts';
import { notDrawn } from '../graphics/drawing-problems.ts';
import { type CutPicture, type CutView, cutStage } from './cut-stage.ts';
import type { ImagePlacement, PlaneRenderer, RendererEvent } from './plane-renderer.ts';

/** Draws a plane by the page's own cut. */
export class CutPlaneRenderer implements PlaneRenderer, CutView {
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  /** Who stands on its canvas; they go before it does. */
  readonly tenants: Scope = new Scope('plane');
  readonly #events = new Emitter<RendererEvent>();
  #element: HTMLDivElement | null = null;
  #volume: LoadedVolume | null = null;
  #placement: ImagePlacement | null = null;
  #look: PlaneLook = PLAIN_LOOK;
  /** Pixels drawn of those on the screen, each way. */
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
    const started = cutStage.start();
    if (!started.ok) return started;
    this.#element = element;
    // Named as the library names its own, so that it takes this canvas instead of making another.
    const box = document.createElement('div');
    box.className = 'viewport-element';
    Object.assign(box.style, { position: 'relative', width: '100%', height: '100%' });
    box.style.overflow = 'hidden';
    this.canvas.className = 'cornerstone-canvas';
    Object.assign(this.canvas.style, { position: 'absolute', width: '100%', height: '100%' });
    box.append(this.canvas);
    element.replaceChildren(box);
    this.#fitCanvas();
    cutStage.addView(this);
    return ok(undefined);
  }

  /** `pixelShare`: of the screen's pixels each way, where a level holds no more than they show. */
  setVolume(volume: LoadedVolume, pixelShare = 1): Result<void> {
    if (this.#disposed || this.#volume === volume) return ok(undefined);
    if (this.#element === null) return fail(notDrawn('attach'));
    const acquired = cutStage.acquire(volume);
    if (!acquired.ok) return acquired;
    // The new one is there before the old one goes: what both share stays on the card.
    const before = this.#volume;
    if (before !== null) cutStage.release(before);
    this.#volume = volume;
    // A finer level of which nothing is there yet would draw the same picture once more.
    const { ready } = volume.finer ?? {};
    const nothingNew =
      before?.voxels === volume.voxels && ready !== undefined && ready.from === ready.to;
    if (nothingNew) return ok(undefined);
    this.#pixelShare = pixelShare;
    // Emptied here, it is drawn before it is next seen.
    this.#fitCanvas();
    cutStage.requestDraw(this);
    return ok(undefined);
  }

  show(placement: ImagePlacement): void {
    this.#placement = placement;
    cutStage.requestDraw(this);
  }

  setLook(look: PlaneLook): void {
    this.#look = look;
    cutStage.requestDraw(this);
  }

  resize(): void {
    if (this.#fitCanvas()) cutStage.drawNow([this]);
  }

  on(listener: (event: RendererEvent) => void): Disposable {
    return this.#events.on(listener);
  }

  picture(): CutPicture | null {
    if (this.#volume === null || this.#placement === null) return null;
    return { volume: this.#volume, placement: this.#placement, look: this.#look };
  }

  onDrawn(): void {
    this.#events.emit({ kind: 'rendered' });
  }

  onLost(): void {
    this.#events.emit({ kind: 'context-lost' });
  }

  onRestored(cause: Parameters<CutView['onRestored']>[0]): void {
    if (cause === null) this.#events.emit({ kind: 'context-restored' });
    else this.#events.emit({ kind: 'failed', problem: cause });
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.tenants.dispose();
    cutStage.removeView(this);
    if (this.#volume !== null) cutStage.release(this.#volume);
    this.#volume = null;
    this.#element?.replaceChildren();
    this.#events.dispose();
  }

  /** True where the canvas was given another size, which empties it. */
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
