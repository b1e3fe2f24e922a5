import type { ImageFrame, NormalisedPoint, Vec3, VolumePlane } from '#geometry';

/** Size of the image area of a view in CSS pixels. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** Offset of the view's centre from the image's centre, in millimetres right and down. */
export interface Pan {
  readonly rightMm: number;
  readonly downMm: number;
}

export const NO_PAN: Pan = { rightMm: 0, downMm: 0 };

/** Top left corner of an image in its view, in CSS pixels, and the scale of the image. */
export interface ImageLayout {
  readonly leftPx: number;
  readonly topPx: number;
  readonly pxPerMm: number;
}

/** Returns whether two frames are identical; a moved plane has another frame. */
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

/** Space for orientation markers and the clock ring around a coronal image. */
export const CORONAL_MARGIN_PX = 60;

/**
 * Returns the scale at which a plane fits its view. The coronal image fits entirely, with its clock
 * ring; images of the other planes fit in height and may extend beyond the sides, unless the view
 * has a scale of its own, which shows the whole image. Null if the view has no size.
 */
export function fitPxPerMm(
  plane: VolumePlane,
  image: ViewSize,
  view: ViewSize,
  hasOwnScale = false,
): number | null {
  const margin = plane === 'COR' ? CORONAL_MARGIN_PX : 0;
  const heightFit = (view.height - 2 * margin) / image.height;
  const isWhole = plane === 'COR' || hasOwnScale;
  const widthFit = isWhole ? (view.width - 2 * margin) / image.width : Number.POSITIVE_INFINITY;
  const fit = Math.min(widthFit, heightFit);
  return fit > 0 && Number.isFinite(fit) ? fit : null;
}

/** Returns the scale of all planes: the smallest fit times the zoom. Null without fits. */
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

/** Returns the offset of an image point from the image's centre, in millimetres right and down. */
export function imageOffset(frame: ImageFrame, at: NormalisedPoint): Pan {
  return { rightMm: (at.u - 0.5) * frame.widthMm, downMm: (at.v - 0.5) * frame.heightMm };
}

/**
 * Returns the pan that keeps an anchor fixed while zooming; the anchor is in millimetres from the
 * image's centre.
 */
export function panForZoom(pan: Pan, anchor: Pan, oldZoom: number, newZoom: number): Pan {
  const ratio = oldZoom / newZoom;
  return {
    rightMm: anchor.rightMm + (pan.rightMm - anchor.rightMm) * ratio,
    downMm: anchor.downMm + (pan.downMm - anchor.downMm) * ratio,
  };
}

/** Points closer to the view's edge than this fraction of its size count as poorly visible. */
const EDGE_FRACTION = 1 / 5;

/**
 * Returns the pan that centres a poorly visible point, as far as the image extends; the target is
 * in millimetres from the image's centre. Returns the same object if the point is well visible.
 */
export function panTo(
  image: Pick<ImageFrame, 'widthMm' | 'heightMm'>,
  view: ViewSize,
  pxPerMm: number,
  pan: Pan,
  target: Pan,
): Pan {
  const along = (panMm: number, targetMm: number, imageMm: number, viewPx: number): number => {
    const viewMm = viewPx / pxPerMm;
    const maxPanMm = Math.max(0, (imageMm - viewMm) / 2);
    if (Math.abs(targetMm - panMm) <= viewMm * (0.5 - EDGE_FRACTION)) return panMm;
    return Math.min(maxPanMm, Math.max(-maxPanMm, targetMm));
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

/** Returns the distance between the labels of a ruler in millimetres. */
export const labelStepMm = (pxPerMm: number): number =>
  [1, 2, 5, 10, 20, 50].find((step) => step * pxPerMm >= 40) ?? 100;

/**
 * Returns the length of the scale bar in millimetres: the largest multiple of the label step that
 * is at most a third of the view and at most 40 mm; at least one label step.
 */
export function barLengthMm(pxPerMm: number, viewPx: number): number {
  const step = labelStepMm(pxPerMm);
  const maxMm = Math.min(40, viewPx / 3 / pxPerMm);
  return Math.max(1, Math.floor(maxMm / step)) * step;
}

/**
 * Returns the ticks of a millimetre ruler that starts at `startPx`, limited to
 * `fromPxLimit`..`toPxLimit`. Every second tick has a label; the step depends on the scale
 * (`labelStepMm`).
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
