import { describe, expect, it } from 'vitest';
import { type BoxPx, type LabelWish, type PlacedLabel, placeLabels } from './label-layout.ts';

const VIEW = { width: 900, height: 700 };
const SIZE = { width: 50, height: 16 };

/** The words of a mark that is a point. */
const wish = (key: string, x: number, y: number): LabelWish => ({
  key,
  ...SIZE,
  usual: { x: x + 35, y: y + 12 },
  of: { left: x, top: y, right: x, bottom: y },
});
const boxOf = ({ at }: PlacedLabel): BoxPx => ({
  left: at.x - SIZE.width / 2,
  right: at.x + SIZE.width / 2,
  top: at.y - SIZE.height / 2,
  bottom: at.y + SIZE.height / 2,
});
const cover = (a: BoxPx, b: BoxPx, by = 0): boolean =>
  a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
const NOTHING = { words: [], lines: [] };
const NONE = new Map<string, number>();
const placed = (wishes: readonly LabelWish[], held = NONE) =>
  placeLabels(wishes, VIEW, NOTHING, held).places;
const nths = (places: ReadonlyMap<string, PlacedLabel>) =>
  new Map([...places].map(([key, { nth }]) => [key, nth]));

/** So many places, the same each time, closer together where `spread` is small. */
function scattered(count: number, spread = 1): readonly LabelWish[] {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, (_, at) =>
    wish(String(at), 450 + (next() - 0.5) * 860 * spread, 350 + (next() - 0.5) * 660 * spread),
  );
}
/** Pairs of words that cover each other by more than a reader overlooks. */
function covering(places: ReadonlyMap<string, PlacedLabel>): number {
  const boxes = [...places.values()].map(boxOf);
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => cover(a, b, 2))).length;
}

describe('the words of marks', () => {
  it('stand where they always stand while nothing is in their way', () => {
    const places = placed([wish('a', 100, 100), wish('b', 300, 300)]);
    expect(places.get('a')).toEqual({ at: { x: 135, y: 112 }, nth: 0, leader: null });
    expect(places.get('b')?.nth).toBe(0);
  });

  it('do not cover one another, nor what else is said there', () => {
    expect(covering(placed([0, 1, 2, 3, 4].map((at) => wish(`${at}`, 300 + 4 * at, 300))))).toBe(0);
    const said = { left: 110, top: 104, right: 160, bottom: 120 };
    const { places } = placeLabels([wish('a', 100, 100)], VIEW, { words: [said], lines: [] }, NONE);
    expect(cover(boxOf(places.get('a') as PlacedLabel), said)).toBe(false);
  });

  it('rather go beside a line than on it, and rather on a line than on other words', () => {
    const line = [0, 12, 24, 36, 48].map((at) => ({
      left: 108 + at,
      right: 112 + at,
      top: 110,
      bottom: 114,
    }));
    const free = placeLabels([wish('a', 100, 100)], VIEW, { words: [], lines: line }, NONE).places;
    expect(free.get('a')?.nth).toBe(1);
    const whole = { left: 0, top: 0, right: 900, bottom: 700 };
    const both = [wish('a', 100, 100), wish('b', 102, 101)];
    const { places } = placeLabels(both, VIEW, { words: [], lines: [whole] }, NONE);
    expect(covering(places)).toBe(0);
  });

  it('stay inside the view at its edges', () => {
    for (const [x, y] of [
      [895, 695],
      [2, 2],
      [895, 3],
      [450, 699],
    ] as const) {
      const { left, top, right, bottom } = boxOf(placed([wish('a', x, y)]).get('a') as PlacedLabel);
      expect(Math.min(left, top, VIEW.width - right, VIEW.height - bottom)).toBeGreaterThanOrEqual(
        0,
      );
    }
  });

  it('are tied to their mark by a line where they had to go far', () => {
    const places = placed(Array.from({ length: 14 }, (_, at) => wish(`${at}`, 450 + at / 4, 350)));
    expect(covering(places)).toBe(0);
    const far = [...places.values()].filter(({ leader }) => leader !== null);
    expect(far.length).toBeGreaterThan(3);
    for (const { leader } of far) {
      expect(Math.hypot((leader?.to.x ?? 0) - 450, (leader?.to.y ?? 0) - 350)).toBeLessThan(5);
    }
  });

  it('keep their side while the picture moves by a pixel, there and back', () => {
    const all = scattered(60, 0.3);
    const first = placed(all);
    let held = nths(first);
    for (const by of [1, 0, -1, 0.4, 2]) {
      const moved = all.map((one): LabelWish => {
        const { of, usual } = one;
        const box = {
          left: of.left + by,
          right: of.right + by,
          top: of.top + by,
          bottom: of.bottom + by,
        };
        return { ...one, of: box, usual: { x: usual.x + by, y: usual.y + by } };
      });
      const now = placed(moved, held);
      for (const [key, { at }] of now) {
        expect(at.x - (first.get(key)?.at.x ?? 0)).toBeCloseTo(by, 9);
        expect(at.y - (first.get(key)?.at.y ?? 0)).toBeCloseTo(by, 9);
      }
      held = nths(now);
    }
  });

  it('do not jump between two places while the picture is zoomed to and fro', () => {
    const at = (zoom: number) => scattered(60, 0.3 * zoom);
    let held = nths(placed(at(1)));
    const around = [1, 1.003, 1.006, 1.003, 1];
    for (const zoom of around) held = nths(placed(at(zoom), held));
    const settled = held;
    for (const zoom of [...around, ...around]) {
      held = nths(placed(at(zoom), held));
      expect(held).toEqual(settled);
    }
  });

  it('of two hundred marks are placed by looking at a few neighbours each', () => {
    const all = scattered(200);
    const { places, compared } = placeLabels(all, VIEW, NOTHING, NONE);
    expect(places.size).toBe(200);
    expect(covering(places)).toBe(0);
    expect(compared).toBeLessThan(200 * 40);
    // A picture that moves asks once for each, where it stands already.
    expect(placeLabels(all, VIEW, NOTHING, nths(places)).compared).toBeLessThan(200 * 12);
    const crowd = placeLabels(scattered(3_000), VIEW, NOTHING, NONE);
    expect(crowd.places.size).toBe(3_000);
    expect(crowd.compared).toBeLessThan(40_000);
  });
});
