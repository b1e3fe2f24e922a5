import type { ImageFrame, NormalisedPoint, Vec3, VolumePlane } from '#geometry';

/** A view's picture area in CSS pixels. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** How far the view's middle lies from the image's middle: millimetres right and down. */
export interface Pan {
  readonly rightMm: number;
  readonly downMm: number;
}

export const NO_PAN: Pan = { rightMm: 0, downMm: 0 };

/** Where an image lies in its view: canvas pixels of its top left corner, and its scale. */
export interface ImageLayout {
  readonly leftPx: number;
  readonly topPx: number;
  readonly pxPerMm: number;
}

/** Two images are one when nothing of their place differs; a plane that moved is another image. */
export function sameFrame(a: ImageFrame, b: ImageFrame): boolean {
  const same = (p: Vec3, q: Vec3): boolean => p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
  return (
    a.widthMm === b.widthMm &&
    a.heightMm === b.heightMm &&
    same(a.originMm, b.originMm) &&
    same(a.right, b.right) &&
    same(a.down, b.down)
  );
}

export interface PointPx {
  readonly x: number;
  readonly y: number;
}

/** Room that letters and the clock ring need around a coronal image. */
const CORONAL_MARGIN_PX = 60;

/**
 * The scale at which one plane fits its view. The coronal fits whole with its clock ring; the
 * others fit their depth, their sides may run out of the view.
 */
export function fitPxPerMm(plane: VolumePlane, image: ViewSize, view: ViewSize): number | null {
  const margin = plane === 'COR' ? CORONAL_MARGIN_PX : 0;
  const height = (view.height - 2 * margin) / image.height;
  const width =
    plane === 'COR' ? (view.width - 2 * margin) / image.width : Number.POSITIVE_INFINITY;
  const fit = Math.min(width, height);
  return fit > 0 && Number.isFinite(fit) ? fit : null;
}

/** All planes stand at one scale: the smallest that fits, times the reader's zoom. */
export function commonPxPerMm(fits: readonly number[], zoom: number): number | null {
  return fits.length === 0 ? null : Math.min(...fits) * zoom;
}

export const ZOOM_MIN = 0.5;
export const ZOOM_MAX = 12;

export function clampZoom(zoom: number): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
}

export function layoutImage(
  frame: ImageFrame,
  view: ViewSize,
  pxPerMm: number,
  pan: Pan,
): ImageLayout {
  return {
    leftPx: view.width / 2 - (frame.widthMm / 2 + pan.rightMm) * pxPerMm,
    topPx: view.height / 2 - (frame.heightMm / 2 + pan.downMm) * pxPerMm,
    pxPerMm,
  };
}

/** Where a point of an image lies from the image's middle, millimetres right and down. */
export function imageOffset(frame: ImageFrame, at: NormalisedPoint): Pan {
  return { rightMm: (at.u - 0.5) * frame.widthMm, downMm: (at.v - 0.5) * frame.heightMm };
}

/** The pan that keeps one place (millimetres from the image's middle) still while zooming. */
export function panForZoom(pan: Pan, anchor: Pan, oldZoom: number, newZoom: number): Pan {
  const ratio = oldZoom / newZoom;
  return {
    rightMm: anchor.rightMm + (pan.rightMm - anchor.rightMm) * ratio,
    downMm: anchor.downMm + (pan.downMm - anchor.downMm) * ratio,
  };
}

/** A place nearer to the view's edge than this part of it is not seen well. */
const EDGE_FRACTION = 1 / 5;

/**
 * The pan that brings a place (millimetres from the image's middle) from the view's edge or beyond
 * to its middle, or as far as the image goes; the same object where the place is seen well.
 */
export function panTo(
  image: Pick<ImageFrame, 'widthMm' | 'heightMm'>,
  view: ViewSize,
  pxPerMm: number,
  pan: Pan,
  target: Pan,
): Pan {
  const along = (now: number, at: number, imageMm: number, viewPx: number): number => {
    const viewMm = viewPx / pxPerMm;
    const hidden = Math.max(0, (imageMm - viewMm) / 2);
    if (Math.abs(at - now) <= viewMm * (0.5 - EDGE_FRACTION)) return now;
    return Math.min(hidden, Math.max(-hidden, at));
  };
  const rightMm = along(pan.rightMm, target.rightMm, image.widthMm, view.width);
  const downMm = along(pan.downMm, target.downMm, image.heightMm, view.height);
  return rightMm === pan.rightMm && downMm === pan.downMm ? pan : { rightMm, downMm };
}

export function toPx(layout: ImageLayout, frame: ImageFrame, at: NormalisedPoint): PointPx {
  return {
    x: layout.leftPx + at.u * frame.widthMm * layout.pxPerMm,
    y: layout.topPx + at.v * frame.heightMm * layout.pxPerMm,
  };
}

export function fromPx(layout: ImageLayout, frame: ImageFrame, px: PointPx): NormalisedPoint {
  return {
    u: (px.x - layout.leftPx) / (frame.widthMm * layout.pxPerMm),
    v: (px.y - layout.topPx) / (frame.heightMm * layout.pxPerMm),
  };
}

export interface RulerTick {
  readonly px: number;
  readonly label: string | null;
}

/** How far apart a ruler's figures stand. */
export const labelStepMm = (pxPerMm: number): number =>
  [1, 2, 5, 10, 20, 50].find((step) => step * pxPerMm >= 40) ?? 100;

/** The longest bar that fits beside a picture, 40 mm where there is room; it ends at a figure. */
export function barLengthMm(pxPerMm: number, viewPx: number): number {
  const step = labelStepMm(pxPerMm);
  const maxMm = Math.min(40, viewPx / 3 / pxPerMm);
  return Math.max(1, Math.floor(maxMm / step)) * step;
}

/**
 * Ticks of a ruler in millimetres that starts at `startPx`: as many as lie between `fromPx` and
 * `toPx`, labelled every 10 mm, closer (5, 2, 1) where the scale leaves room.
 */
export function rulerTicks(
  startPx: number,
  lengthMm: number,
  pxPerMm: number,
  fromPxLimit: number,
  toPxLimit: number,
): readonly RulerTick[] {
  const labelMm = labelStepMm(pxPerMm);
  const tickMm = labelMm / 2;
  const ticks: RulerTick[] = [];
  for (let step = 0; step * tickMm <= lengthMm + 1e-9; step++) {
    const px = startPx + step * tickMm * pxPerMm;
    if (px < fromPxLimit || px > toPxLimit) continue;
    ticks.push({ px, label: step % 2 === 0 ? String(step * tickMm) : null });
  }
  return ticks;
}
