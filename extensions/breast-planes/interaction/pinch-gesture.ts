import {
  clampZoom,
  fromPx,
  imageOffset,
  type Pan,
  type PointPx,
} from '../model/planes/image-layout.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { type ZoomDeps, zoomAt } from '../state/views/zoom.ts';
import type { ReadingState } from '../state/volumes/reading-state.ts';

/** State at the start of a pinch. */
interface Pinch {
  /** Distance between the fingers. */
  readonly spreadPx: number;
  readonly zoom: number;
  readonly pxPerMm: number;
  /** Location between the fingers, from the image's centre; it stays between the fingers. */
  readonly offset: Pan;
}

const midpoint = (a: PointPx, b: PointPx): PointPx => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const spread = (a: PointPx, b: PointPx): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

/** Zooms and pans an image with two fingers. */
export class PinchGesture {
  readonly #touches = new Map<number, PointPx>();
  #pinch: Pinch | null = null;

  get pinching(): boolean {
    return this.#pinch !== null;
  }

  /**
   * Adds a finger; returns true if more than one finger is down. The second finger starts the
   * pinch.
   */
  add(id: number, px: PointPx, ready: ReadyImage, reading: ReadingState): boolean {
    this.#touches.set(id, px);
    const [a, b] = [...this.#touches.values()];
    if (this.#touches.size !== 2 || a === undefined || b === undefined)
      return this.#touches.size > 1;
    const { layout, frame } = ready;
    this.#pinch = {
      spreadPx: spread(a, b),
      zoom: reading.store.getState().zoom,
      pxPerMm: layout.pxPerMm,
      offset: imageOffset(frame, fromPx(layout, frame, midpoint(a, b))),
    };
    return true;
  }

  /** Moves a finger; returns true if the pinch changed. */
  move(id: number, px: PointPx, cellId: string, ready: ReadyImage, deps: ZoomDeps): boolean {
    if (!this.#touches.has(id)) return false;
    this.#touches.set(id, px);
    const [a, b] = [...this.#touches.values()];
    const pinch = this.#pinch;
    if (pinch === null || a === undefined || b === undefined) return false;
    const zoom = clampZoom((pinch.zoom * spread(a, b)) / pinch.spreadPx);
    const centre = midpoint(a, b);
    zoomAt(deps, cellId, ready, centre, zoom);
    // Replaces the pan that `zoomAt` has set, so that the tissue follows the fingers.
    const pxPerMm = (pinch.pxPerMm * zoom) / pinch.zoom;
    deps.reading.setPan(cellId, {
      rightMm: pinch.offset.rightMm - (centre.x - ready.view.width / 2) / pxPerMm,
      downMm: pinch.offset.downMm - (centre.y - ready.view.height / 2) / pxPerMm,
    });
    return true;
  }

  /** Removes a finger; returns true if a pinch was active. The pinch ends with the last finger. */
  remove(id: number): boolean {
    const wasPinching = this.pinching;
    this.#touches.delete(id);
    if (this.#touches.size === 0) this.#pinch = null;
    return wasPinching;
  }
}
