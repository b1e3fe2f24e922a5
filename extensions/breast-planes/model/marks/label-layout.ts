import type { PointPx, ViewSize } from '../planes/image-layout.ts';
import type { SegmentPx } from '../planes/reference-lines.ts';

/** A place on the screen in CSS pixels of its view. */
export interface BoxPx {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Words beside a mark that want a place. */
export interface LabelWish {
  readonly key: string;
  /** What they belong to: of a measured line its end. */
  readonly of: BoxPx;
  readonly width: number;
  readonly height: number;
  /** Their middle while nothing is in the way. */
  readonly usual: PointPx;
}

export interface PlacedLabel {
  /** The middle of the words. */
  readonly at: PointPx;
  /** Which of the possible places it is, 0 for the usual one: whoever asks again holds it. */
  readonly nth: number;
  /** From the words to their mark, where they had to go far. */
  readonly leader: SegmentPx | null;
}

export interface LabelLayout {
  readonly places: ReadonlyMap<string, PlacedLabel>;
  /** How often two boxes were compared. */
  readonly compared: number;
}

/** What stands on the image before the words are placed. */
export interface Taken {
  /** Never covered. */
  readonly words: readonly BoxPx[];
  /** Lines of marks in small pieces: covered where there is no other place. */
  readonly lines: readonly BoxPx[];
}

/** More words than that are no more read: the others stand where they always do. */
const MOST = 400;
/** More than that stay close to their marks: nobody finds which of so many lines leads where. */
const CROWD = 240;
const GAP_PX = 4;
const INSET_PX = 2;
/** Words that stand somewhere stay there while others come no nearer than this over their edge. */
const SLACK_PX = 2;
/** The same for lines, which hide less of a word. */
const LINE_SLACK_PX = 5;
/** How much farther out the next rings of places lie. */
const RINGS_PX = [0, 22, 44, 70, 100] as const;
/** Right above first, as the usual places are at the right. */
const SIDES = [
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
 * Places words so that they cover neither one another nor what is `taken`, inside the view. Each
 * takes the first free one of its places: the usual, eight around its mark, then farther out with a
 * line to it; rather a place on a line than one on other words. Words that were placed before
 * (`held`) are asked first and stay where they were while that is free, so that nothing jumps while
 * the picture moves. Where no place is free they stand at the usual one.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  view: ViewSize,
  taken: Taken,
  held: ReadonlyMap<string, number>,
): LabelLayout {
  const words = new Board(taken.words);
  const lines = new Board(taken.lines);
  const places = new Map<string, PlacedLabel>();
  const take = (wish: LabelWish, nth: number): void => {
    words.take(boxAt(wish, nth));
    places.set(wish.key, placedAt(wish, nth));
  };
  const open = wishes.slice(0, MOST).filter((wish) => {
    const before = held.get(wish.key);
    if (before === undefined) return true;
    const box = boxAt(wish, before);
    const stays =
      isInside(box, view) && words.isFree(box, SLACK_PX) && lines.isFree(box, LINE_SLACK_PX);
    if (stays) take(wish, before);
    return !stays;
  });
  const most = 1 + SIDES.length * (wishes.length > CROWD ? 1 : RINGS_PX.length);
  for (const wish of open) {
    const seen = touches(wish.of, view);
    const nth = seen ? freePlace(wish, most, view, words, lines, held.get(wish.key) ?? 0) : 0;
    if (!seen) places.set(wish.key, placedAt(wish, 0));
    else if (nth !== null) take(wish, nth);
    else places.set(wish.key, heldInside(wish, view));
  }
  for (const wish of wishes.slice(MOST)) places.set(wish.key, placedAt(wish, 0));
  return { places, compared: words.compared + lines.compared };
}

/** The first place that is free of words and lines, else the one before, else the first free of words. */
function freePlace(
  wish: LabelWish,
  most: number,
  view: ViewSize,
  words: Board,
  lines: Board,
  before: number,
): number | null {
  let onLine: number | null = null;
  for (let nth = 0; nth < most; nth++) {
    const box = boxAt(wish, nth);
    if (!isInside(box, view) || !words.isFree(box, 0)) continue;
    if (lines.isFree(box, 0)) return nth;
    if (onLine === null || nth === before) onLine = nth;
  }
  return onLine;
}

function placedAt(wish: LabelWish, nth: number): PlacedLabel {
  const at = middleAt(wish, nth);
  return { at, nth, leader: nth > SIDES.length ? leaderOf(wish, at) : null };
}

function middleAt({ of, width, height, usual }: LabelWish, nth: number): PointPx {
  if (nth === 0) return usual;
  const [sideX, sideY] = SIDES[(nth - 1) % SIDES.length] ?? SIDES[0];
  const out = GAP_PX + (RINGS_PX[Math.floor((nth - 1) / SIDES.length)] ?? 0);
  const along = (side: number, from: number, to: number, size: number): number =>
    side === 0 ? (from + to) / 2 : side < 0 ? from - out - size / 2 : to + out + size / 2;
  return {
    x: along(sideX, of.left, of.right, width),
    y: along(sideY, of.top, of.bottom, height),
  };
}

function boxAt(wish: LabelWish, nth: number): BoxPx {
  const { x, y } = middleAt(wish, nth);
  const [halfX, halfY] = [wish.width / 2, wish.height / 2];
  return { left: x - halfX, top: y - halfY, right: x + halfX, bottom: y + halfY };
}

/** The shortest way from the words to what they belong to. */
function leaderOf({ of, width, height }: LabelWish, at: PointPx): SegmentPx {
  const hold = (value: number, from: number, to: number): number =>
    Math.min(to, Math.max(from, value));
  const to = { x: hold(at.x, of.left, of.right), y: hold(at.y, of.top, of.bottom) };
  const from = {
    x: hold(to.x, at.x - width / 2, at.x + width / 2),
    y: hold(to.y, at.y - height / 2, at.y + height / 2),
  };
  return { from, to };
}

const touches = ({ left, top, right, bottom }: BoxPx, { width, height }: ViewSize): boolean =>
  right >= 0 && bottom >= 0 && left <= width && top <= height;

/** The usual place, or as near to it as the view goes. */
function heldInside({ usual, width, height }: LabelWish, view: ViewSize): PlacedLabel {
  const hold = (at: number, size: number, whole: number): number =>
    Math.min(whole - INSET_PX - size / 2, Math.max(INSET_PX + size / 2, at));
  const at = { x: hold(usual.x, width, view.width), y: hold(usual.y, height, view.height) };
  return { at, nth: 0, leader: null };
}

const isInside = ({ left, top, right, bottom }: BoxPx, { width, height }: ViewSize): boolean =>
  left >= INSET_PX && top >= INSET_PX && right <= width - INSET_PX && bottom <= height - INSET_PX;

const SQUARE_PX = 64;

/** What is taken, in squares of the screen, so that only neighbours are compared. */
class Board {
  compared = 0;
  readonly #squares = new Map<number, BoxPx[]>();

  constructor(taken: readonly BoxPx[]) {
    for (const box of taken) this.take(box);
  }

  take(box: BoxPx): void {
    eachSquare(box, (square) => {
      const there = this.#squares.get(square);
      if (there === undefined) this.#squares.set(square, [box]);
      else there.push(box);
      return false;
    });
  }

  isFree(box: BoxPx, slackPx: number): boolean {
    const [left, top] = [box.left + slackPx, box.top + slackPx];
    const [right, bottom] = [box.right - slackPx, box.bottom - slackPx];
    return !eachSquare(box, (square) => {
      for (const other of this.#squares.get(square) ?? NO_BOXES) {
        this.compared += 1;
        const across = other.left < right && left < other.right;
        if (across && other.top < bottom && top < other.bottom) return true;
      }
      return false;
    });
  }
}

const NO_BOXES: readonly BoxPx[] = [];

/** Visits the squares that a box lies in until one says so; whether one did. */
function eachSquare(
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
