import type { PointPx, ViewSize } from '../planes/image-layout.ts';
import type { SegmentPx } from '../planes/reference-lines.ts';

/** A rectangle in CSS pixels of the view. */
export interface BoxPx {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A label to be placed beside a mark. */
export interface LabelRequest {
  readonly key: string;
  /** Box that the label belongs to; for a measured line the end of the line. */
  readonly anchor: BoxPx;
  readonly width: number;
  readonly height: number;
  /** Centre of the label if that position is free. */
  readonly preferred: PointPx;
}

export interface PlacedLabel {
  /** Centre of the label. */
  readonly at: PointPx;
  /**
   * Index of the candidate position, 0 for the preferred; passed as `previous` to the next layout.
   */
  readonly nth: number;
  /** Line from a distant label to its mark; null if close. */
  readonly leader: SegmentPx | null;
}

export interface LabelLayout {
  readonly placements: ReadonlyMap<string, PlacedLabel>;
  /** Number of box comparisons. */
  readonly comparisons: number;
}

/** Areas of the image occupied before labels are placed. */
export interface OccupiedAreas {
  /** Never covered. */
  readonly labels: readonly BoxPx[];
  /** Lines of marks in short pieces; covered only if no other position is free. */
  readonly lines: readonly BoxPx[];
}

/**
 * Maximum number of labels placed without overlap; further labels keep their preferred position,
 * because so many are unreadable.
 */
const MAX_LABELS = 400;
/**
 * Number of labels above which labels stay close to their marks, because so many leader lines
 * cannot be followed.
 */
const CROWD_LIMIT = 240;
/** Gap between a mark and the nearest candidate positions of its label. */
const GAP_PX = 4;
/** Minimum distance of labels from the edges of the view. */
const INSET_PX = 2;
/** Overlap in px with other labels up to which a placed label stays. */
const SLACK_PX = 2;
/** Overlap in px with lines, which hide less of a label, up to which a placed label stays. */
const LINE_SLACK_PX = 5;
/** Extra distance from the mark of each ring of candidate positions. */
const RINGS_PX = [0, 22, 44, 70, 100] as const;
/**
 * Order in which the sides of a mark are tried; top right first, because preferred positions are at
 * the right.
 */
const DIRECTIONS = [
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
] as const;

/**
 * Places labels inside the view so that they cover neither one another nor the `occupied` areas.
 * Each label takes its first free candidate: the preferred position, eight around its mark, then
 * farther rings with a leader line; a position on a line is preferred to one on other labels.
 * Labels in `previous` are placed first and keep their free position, so that labels do not jump
 * while the image moves. Without a free candidate the label takes its preferred position.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  view: ViewSize,
  occupied: OccupiedAreas,
  previous: ReadonlyMap<string, number>,
): LabelLayout {
  const labels = new OccupancyGrid(occupied.labels);
  const lines = new OccupancyGrid(occupied.lines);
  const placements = new Map<string, PlacedLabel>();
  const occupy = (request: LabelRequest, nth: number): void => {
    labels.occupy(boxAt(request, nth));
    placements.set(request.key, placementAt(request, nth));
  };
  const open = requests.slice(0, MAX_LABELS).filter((request) => {
    const before = previous.get(request.key);
    if (before === undefined) return true;
    const box = boxAt(request, before);
    const canStay =
      isInside(box, view) && labels.isFree(box, SLACK_PX) && lines.isFree(box, LINE_SLACK_PX);
    if (canStay) occupy(request, before);
    return !canStay;
  });
  const slotCount = 1 + DIRECTIONS.length * (requests.length > CROWD_LIMIT ? 1 : RINGS_PX.length);
  for (const request of open) {
    const isVisible = touches(request.anchor, view);
    const nth = isVisible
      ? findFreeSlot(request, slotCount, view, labels, lines, previous.get(request.key) ?? 0)
      : 0;
    if (!isVisible) placements.set(request.key, placementAt(request, 0));
    else if (nth !== null) occupy(request, nth);
    else placements.set(request.key, clampedPlacement(request, view));
  }
  for (const request of requests.slice(MAX_LABELS))
    placements.set(request.key, placementAt(request, 0));
  return { placements, comparisons: labels.comparisons + lines.comparisons };
}

/**
 * Returns the first candidate free of labels and lines; else, among those free of labels, the
 * previous or the first. Null if none is free.
 */
function findFreeSlot(
  request: LabelRequest,
  slotCount: number,
  view: ViewSize,
  labels: OccupancyGrid,
  lines: OccupancyGrid,
  before: number,
): number | null {
  let onLine: number | null = null;
  for (let nth = 0; nth < slotCount; nth++) {
    const box = boxAt(request, nth);
    if (!isInside(box, view) || !labels.isFree(box, 0)) continue;
    if (lines.isFree(box, 0)) return nth;
    if (onLine === null || nth === before) onLine = nth;
  }
  return onLine;
}

function placementAt(request: LabelRequest, nth: number): PlacedLabel {
  const at = middleAt(request, nth);
  return { at, nth, leader: nth > DIRECTIONS.length ? leaderOf(request, at) : null };
}

function middleAt({ anchor, width, height, preferred }: LabelRequest, nth: number): PointPx {
  if (nth === 0) return preferred;
  const [sideX, sideY] = DIRECTIONS[(nth - 1) % DIRECTIONS.length] ?? DIRECTIONS[0];
  const out = GAP_PX + (RINGS_PX[Math.floor((nth - 1) / DIRECTIONS.length)] ?? 0);
  const along = (side: number, from: number, to: number, size: number): number => {
    if (side === 0) return (from + to) / 2;
    return side < 0 ? from - out - size / 2 : to + out + size / 2;
  };
  return {
    x: along(sideX, anchor.left, anchor.right, width),
    y: along(sideY, anchor.top, anchor.bottom, height),
  };
}

function boxAt(request: LabelRequest, nth: number): BoxPx {
  const { x, y } = middleAt(request, nth);
  const [halfX, halfY] = [request.width / 2, request.height / 2];
  return { left: x - halfX, top: y - halfY, right: x + halfX, bottom: y + halfY };
}

/** Returns the shortest segment between the label and its mark. */
function leaderOf({ anchor, width, height }: LabelRequest, at: PointPx): SegmentPx {
  const clamp = (value: number, from: number, to: number): number =>
    Math.min(to, Math.max(from, value));
  const to = {
    x: clamp(at.x, anchor.left, anchor.right),
    y: clamp(at.y, anchor.top, anchor.bottom),
  };
  const from = {
    x: clamp(to.x, at.x - width / 2, at.x + width / 2),
    y: clamp(to.y, at.y - height / 2, at.y + height / 2),
  };
  return { from, to };
}

const touches = ({ left, top, right, bottom }: BoxPx, { width, height }: ViewSize): boolean =>
  right >= 0 && bottom >= 0 && left <= width && top <= height;

/** Returns the preferred position, clamped to the view. */
function clampedPlacement({ preferred, width, height }: LabelRequest, view: ViewSize): PlacedLabel {
  const clamp = (at: number, size: number, extent: number): number =>
    Math.min(extent - INSET_PX - size / 2, Math.max(INSET_PX + size / 2, at));
  const at = {
    x: clamp(preferred.x, width, view.width),
    y: clamp(preferred.y, height, view.height),
  };
  return { at, nth: 0, leader: null };
}

const isInside = ({ left, top, right, bottom }: BoxPx, { width, height }: ViewSize): boolean =>
  left >= INSET_PX && top >= INSET_PX && right <= width - INSET_PX && bottom <= height - INSET_PX;

/** Width and height of a square of the occupancy grid. */
const SQUARE_PX = 64;

/** Occupied boxes in a grid of squares, so that only neighbours are compared. */
class OccupancyGrid {
  comparisons = 0;
  readonly #squares = new Map<number, BoxPx[]>();

  constructor(occupied: readonly BoxPx[]) {
    for (const box of occupied) this.occupy(box);
  }

  occupy(box: BoxPx): void {
    someSquare(box, (square) => {
      const boxes = this.#squares.get(square);
      if (boxes === undefined) this.#squares.set(square, [box]);
      else boxes.push(box);
      return false;
    });
  }

  isFree(box: BoxPx, slackPx: number): boolean {
    const [left, top] = [box.left + slackPx, box.top + slackPx];
    const [right, bottom] = [box.right - slackPx, box.bottom - slackPx];
    return !someSquare(box, (square) => {
      for (const other of this.#squares.get(square) ?? NO_BOXES) {
        this.comparisons += 1;
        const across = other.left < right && left < other.right;
        if (across && other.top < bottom && top < other.bottom) return true;
      }
      return false;
    });
  }
}

const NO_BOXES: readonly BoxPx[] = [];

/**
 * Calls `visit` for each square that the box touches until `visit` returns true; returns whether it
 * did.
 */
function someSquare(
  { left, top, right, bottom }: BoxPx,
  visit: (square: number) => boolean,
): boolean {
  const [toX, toY] = [Math.floor(right / SQUARE_PX), Math.floor(bottom / SQUARE_PX)];
  for (let x = Math.floor(left / SQUARE_PX); x <= toX; x++) {
    for (let y = Math.floor(top / SQUARE_PX); y <= toY; y++) {
      if (visit(x * 1_000 + y)) return true;
    }
  }
  return false;
}
