import { fail, messageOf, ok, type Result } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import {
  DEFAULT_PRESENTATION,
  type PlanePresentation,
} from '../../model/planes/plane-presentation.ts';
import { notDrawn, noWebGl2 } from '../graphics/drawing-problems.ts';
import { isSoftware } from '../graphics/graphics-kind.ts';
import { VolumeTextures, type VoxelSource } from '../volume/volume-textures.ts';
import { DepthMeans } from './depth-means.ts';
import { packViews } from './pack-views.ts';
import { paintSlice } from './paint-slice.ts';
import { SliceProgram } from './slice-program.ts';
import { sliceUniforms } from './slice-uniforms.ts';
import type { SliceContent, SliceView } from './slice-view.ts';

interface DrawableView {
  readonly view: SliceView;
  readonly content: SliceContent;
}

/** A loading volume is redrawn after a pause of at least this multiple of the last drawing time. */
const PROGRESS_IDLE_FACTOR = 8;
/**
 * Delay of the first progress image; volumes that load faster need neither the image nor its
 * shader.
 */
const FIRST_PROGRESS_MS = 600;

/**
 * The offscreen graphics context shared by all planes, because browsers allow few contexts and
 * views on one context share the volumes' textures. Draws all changed views in one frame, side by
 * side in one buffer, and copies each part to its view's canvas.
 */
export class SliceStage {
  readonly #views = new Set<SliceView>();
  readonly #dirty = new Set<SliceView>();
  readonly #textures = new VolumeTextures((volumeId, complete) =>
    this.#onSlicesAdded(volumeId, complete),
  );
  #canvas: OffscreenCanvas | null = null;
  /** Context whose program the driver rejected; retried by `start`. */
  #failedContext: WebGL2RenderingContext | null = null;
  #program: SliceProgram | null = null;
  #means: DepthMeans | null = null;
  #frame: number | null = null;
  /**
   * Progress images wait until this time, because drawing would take CPU time from the download.
   */
  #idleUntilMs = 0;
  #redrawTimer: ReturnType<typeof setTimeout> | null = null;
  /** Time of the first slices of each incomplete volume. */
  readonly #loadingSince = new Map<string, number>();

  /** Opens the context once; retries after a failure. Fails with NO_WEBGL2 if unsupported. */
  start(): Result<void> {
    if (this.#failedContext !== null) return this.#moveTo(this.#failedContext);
    if (this.#canvas !== null) return ok(undefined);
    const canvas = new OffscreenCanvas(1, 1);
    const gl = canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: 'high-performance',
    });
    if (gl === null) return fail(noWebGl2());
    this.#canvas = canvas;
    canvas.addEventListener('webglcontextlost', (event) => {
      // Without this call the browser would not restore the context.
      event.preventDefault();
      this.#onLost();
    });
    canvas.addEventListener('webglcontextrestored', () => this.#onRestored(gl));
    return this.#moveTo(gl);
  }

  addView(view: SliceView): void {
    this.#views.add(view);
  }

  removeView(view: SliceView): void {
    this.#views.delete(view);
    this.#dirty.delete(view);
    this.#means?.drop(view);
  }

  /** Uploads a volume and its loading finer level to the GPU. */
  acquire(volume: LoadedVolume): Result<void> {
    try {
      this.#textures.acquire(volume);
    } catch (thrown) {
      return fail(notDrawn(messageOf(thrown)));
    }
    if (volume.finer === undefined) return ok(undefined);
    try {
      this.#textures.acquire(volume.finer);
      return ok(undefined);
    } catch (thrown) {
      this.#textures.release(volume.id);
      return fail(notDrawn(messageOf(thrown)));
    }
  }

  release(volume: LoadedVolume): void {
    this.#textures.release(volume.id);
    if (volume.finer !== undefined) this.#textures.release(volume.finer.id);
  }

  /** Draws the view once in the next frame, together with all other requested views. */
  requestDraw(view: SliceView): void {
    this.#dirty.add(view);
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.drawNow([...this.#dirty]);
    });
  }

  /** Draws these views immediately; does nothing while the context is lost. */
  drawNow(views: readonly SliceView[]): void {
    for (const view of views) this.#dirty.delete(view);
    const shown = views.flatMap((view) => {
      const content = view.content();
      const { width, height } = view.canvas;
      return content === null || width === 0 || height === 0 ? [] : [{ view, content }];
    });
    if (shown.length === 0 || this.#canvas === null || this.#program === null) return;
    const startMs = performance.now();
    const pending = shown.filter(({ content }) => this.#isPending(content));
    for (const item of pending) paintSlice(item.view, item.content);
    const ready = shown.filter((item) => !pending.includes(item));
    const drawn = [...pending, ...(ready.length === 0 ? [] : this.#paint(this.#canvas, ready))];
    const endMs = performance.now();
    this.#idleUntilMs = endMs + PROGRESS_IDLE_FACTOR * (endMs - startMs);
    for (const { view } of drawn) view.onDrawn();
  }

  /** Returns whether to draw on the CPU, because a slow GPU has not finished the upload. */
  #isPending({ volume: { id, finer } }: SliceContent): boolean {
    const hasFinerSlices = finer !== undefined && finer.ready.to > finer.ready.from;
    return !hasFinerSlices && this.#textures.isPending(id);
  }

  /** Draws on the GPU; returns the views that had a texture. */
  #paint(canvas: OffscreenCanvas, shown: readonly DrawableView[]): readonly DrawableView[] {
    const packed = packViews(shown.map(({ view }) => view.canvas));
    enlargeCanvas(canvas, packed.width, packed.height);
    const corners = shown.map((_, at) => packed.corners[at] ?? { x: 0, y: 0 });
    const isDrawn = shown.map(({ view, content }, at) =>
      this.#drawSlice(view, content, corners[at] ?? { x: 0, y: 0 }),
    );
    // Reads the buffer once for all views, because each read copies the whole buffer.
    const painted = canvas.transferToImageBitmap();
    shown.forEach(({ view }, at) => {
      if (!isDrawn[at]) return;
      const { x, y } = corners[at] ?? { x: 0, y: 0 };
      const { width, height } = view.canvas;
      const target = view.canvas.getContext('2d', { alpha: false });
      target?.drawImage(painted, x, y, width, height, 0, 0, width, height);
    });
    painted.close();
    return shown.filter((_, at) => isDrawn[at]);
  }

  #drawSlice(view: SliceView, content: SliceContent, corner: { x: number; y: number }): boolean {
    const { volume, placement, presentation } = content;
    const { finer } = volume;
    const means = this.#means?.meansOf(view, content) ?? null;
    const textureOf = ({ id }: VoxelSource) => this.#textures.textureOf(id);
    const coarse = means?.coarse ?? textureOf(volume);
    const readyFiner = finer !== undefined && finer.ready.to > finer.ready.from ? finer : null;
    const fine = readyFiner === null ? null : (means?.fine ?? textureOf(readyFiner));
    if (coarse === null || this.#canvas === null) return false;
    const { width, height } = view.canvas;
    const rect = {
      width,
      height,
      x: corner.x,
      y: this.#canvas.height - corner.y - height,
    };
    const uniforms = sliceUniforms(
      rect,
      placement,
      view.pixelRatio,
      means === null ? presentation : withoutSlab(presentation),
      {
        box: finer?.geometry ?? volume.geometry,
        coarse: volume.geometry,
        ready: fine !== null && readyFiner !== null ? readyFiner.ready : { from: 0, to: 0 },
      },
    );
    this.#program?.draw(rect, uniforms, coarse, fine);
    return true;
  }

  /**
   * Schedules redraws of loading volumes with pauses in proportion to the drawing time, so that
   * slow drawing shows fewer intermediate images.
   */
  #onSlicesAdded(volumeId: string, complete: boolean): void {
    if (complete) {
      // The caller that completes the volume draws it.
      this.#loadingSince.delete(volumeId);
      return;
    }
    const now = performance.now();
    const since = this.#loadingSince.get(volumeId) ?? now;
    this.#loadingSince.set(volumeId, since);
    this.#redrawTimer ??= setTimeout(
      () => {
        this.#redrawTimer = null;
        for (const volumeId of this.#loadingSince.keys()) this.#redrawVolume(volumeId);
      },
      Math.max(0, this.#idleUntilMs - now, since + FIRST_PROGRESS_MS - now),
    );
  }

  #redrawVolume(volumeId: string): void {
    for (const view of this.#views) {
      const volume = view.content()?.volume;
      if (volume?.id === volumeId || volume?.finer?.id === volumeId) this.requestDraw(view);
    }
  }

  #moveTo(gl: WebGL2RenderingContext): Result<void> {
    try {
      this.#program = new SliceProgram(gl);
      this.#means = new DepthMeans(gl);
      this.#textures.moveTo(gl, isSoftware(gl));
      this.#failedContext = null;
      return ok(undefined);
    } catch (thrown) {
      this.#program = null;
      this.#means = null;
      this.#failedContext = gl;
      return fail(notDrawn(messageOf(thrown)));
    }
  }

  #onLost(): void {
    this.#program = null;
    this.#means = null;
    this.#failedContext = null;
    this.#textures.moveTo(null);
    for (const view of [...this.#views]) view.onLost();
  }

  #onRestored(gl: WebGL2RenderingContext): void {
    const moved = this.#moveTo(gl);
    for (const view of [...this.#views]) view.onRestored(moved.ok ? null : moved.problem);
    this.drawNow([...this.#views]);
  }
}

/** Replaces the slab by a single slice, because the texture already contains the mean. */
const withoutSlab = ({ adjustment }: PlanePresentation): PlanePresentation => ({
  adjustment,
  slab: DEFAULT_PRESENTATION.slab,
});

/** Never shrinks the buffer, because resizing costs more than the memory is worth. */
function enlargeCanvas(canvas: OffscreenCanvas, width: number, height: number): void {
  if (canvas.width < width) canvas.width = width;
  if (canvas.height < height) canvas.height = height;
}

export const sliceStage = new SliceStage();
