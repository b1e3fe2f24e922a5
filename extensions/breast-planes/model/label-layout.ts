import type { PointPx, ViewSize } from './image-layout.ts';
import type { SegmentPx } from './reference-lines.ts';

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
const ALL = [...Array(1 + SIDES.length * RINGS_PX.length).keys()];

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
  /** `slackPx` of lines null: they may be covered. */
  const fits = (wish: LabelWish, nth: number, slackPx: number, lineSlackPx: number | null) => {
    const box = boxAt(wish, nth);
    if (!isInside(box, view) || !words.isFree(box, slackPx)) return false;
    if (lineSlackPx !== null && !lines.isFree(box, lineSlackPx)) return false;
    words.take(box);
    places.set(wish.key, placedAt(wish, nth));
    return true;
  };
  const open = wishes.slice(0, MOST).filter((wish) => {
    const before = held.get(wish.key);
    return before === undefined || !fits(wish, before, SLACK_PX, LINE_SLACK_PX);
  });
  for (const wish of open) {
    const nths = [held.get(wish.key) ?? 0, ...ALL];
    if (!touches(wish.of, view)) places.set(wish.key, placedAt(wish, 0));
    else if (
      !ALL.some((nth) => fits(wish, nth, 0, 0)) &&
      !nths.some((nth) => fits(wish, nth, 0, null))
    ) {
      places.set(wish.key, heldInside(wish, view));
    }
  }
  for (const wish of wishes.slice(MOST)) places.set(wish.key, placedAt(wish, 0));
  return { places, compared: words.compared + lines.compared };
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
    for (const square of squaresOf(box)) {
      const there = this.#squares.get(square);
      if (there === undefined) this.#squares.set(square, [box]);
      else there.push(box);
    }
  }

  isFree(box: BoxPx, slackPx: number): boolean {
    const covers = (other: BoxPx): boolean => {
      this.compared += 1;
      return (
        other.left < box.right - slackPx &&
        box.left < other.right - slackPx &&
        other.top < box.bottom - slackPx &&
        box.top < other.bottom - slackPx
      );
    };
    return !squaresOf(box).some((square) => this.#squares.get(square)?.some(covers) === true);
  }
}

function squaresOf({ left, top, right, bottom }: BoxPx): readonly number[] {
  const squares: number[] = [];
  for (let x = Math.floor(left / SQUARE_PX); x * SQUARE_PX <= right; x++) {
    for (let y = Math.floor(top / SQUARE_PX); y * SQUARE_PX <= bottom; y++) {
      squares.push(x * 1_000 + y);
    }
  }
  return squares;
}
