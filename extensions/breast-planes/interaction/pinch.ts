import {
  clampZoom,
  fromPx,
  type Pan,
  type PointPx,
  placeInImage,
} from '../model/planes/image-layout.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { type ZoomParts, zoomAt } from '../state/views/zoom.ts';
import type { ReadingState } from '../state/volumes/reading-state.ts';

interface Pinch {
  readonly spreadPx: number;
  readonly zoom: number;
  readonly pxPerMm: number;
  /** The tissue between the fingers, which stays there. */
  readonly place: Pan;
}

const between = (a: PointPx, b: PointPx): PointPx => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const spread = (a: PointPx, b: PointPx): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

/** Fingers on a picture: two of them zoom and pan. */
export class Fingers {
  readonly #down = new Map<number, PointPx>();
  #pinch: Pinch | null = null;

  get pinching(): boolean {
    return this.#pinch !== null;
  }

  /** Another finger; true when it is the second one and the pinch begins. */
  put(id: number, px: PointPx, ready: ReadyImage, reading: ReadingState): boolean {
    this.#down.set(id, px);
    const [a, b] = [...this.#down.values()];
    if (this.#down.size !== 2 || a === undefined || b === undefined) return this.#down.size > 1;
    const { layout, frame } = ready;
    this.#pinch = {
      spreadPx: spread(a, b),
      zoom: reading.store.getState().zoom,
      pxPerMm: layout.pxPerMm,
      place: placeInImage(frame, fromPx(layout, frame, between(a, b))),
    };
    return true;
  }

  /** A finger moved; true when that pinched. */
  move(id: number, px: PointPx, cellId: string, ready: ReadyImage, parts: ZoomParts): boolean {
    if (!this.#down.has(id)) return false;
    this.#down.set(id, px);
    const [a, b] = [...this.#down.values()];
    const pinch = this.#pinch;
    if (pinch === null || a === undefined || b === undefined) return false;
    const zoom = clampZoom((pinch.zoom * spread(a, b)) / pinch.spreadPx);
    const centre = between(a, b);
    zoomAt(parts, cellId, ready, centre, zoom);
    const pxPerMm = (pinch.pxPerMm * zoom) / pinch.zoom;
    parts.reading.setPan(cellId, {
      rightMm: pinch.place.rightMm - (centre.x - ready.view.width / 2) / pxPerMm,
      downMm: pinch.place.downMm - (centre.y - ready.view.height / 2) / pxPerMm,
    });
    return true;
  }

  /** A finger left; a pinch is over once all have. */
  lift(id: number): boolean {
    const was = this.pinching;
    this.#down.delete(id);
    if (this.#down.size === 0) this.#pinch = null;
    return was;
  }
}
