import { describe, expect, it } from 'vitest';
import { type BoxPx, type LabelRequest, type PlacedLabel, placeLabels } from './label-layout.ts';

const VIEW = { width: 900, height: 700 };
const SIZE = { width: 50, height: 16 };

/** Returns a label request for a point mark. */
const request = (key: string, x: number, y: number): LabelRequest => ({
  key,
  ...SIZE,
  preferred: { x: x + 35, y: y + 12 },
  anchor: { left: x, top: y, right: x, bottom: y },
});
const boxOf = ({ at }: PlacedLabel): BoxPx => ({
  left: at.x - SIZE.width / 2,
  right: at.x + SIZE.width / 2,
  top: at.y - SIZE.height / 2,
  bottom: at.y + SIZE.height / 2,
});
const cover = (a: BoxPx, b: BoxPx, by = 0): boolean =>
  a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
const UNOCCUPIED = { labels: [], lines: [] };
const NONE = new Map<string, number>();
const placementsOf = (requests: readonly LabelRequest[], previous = NONE) =>
  placeLabels(requests, VIEW, UNOCCUPIED, previous).placements;
const nths = (placements: ReadonlyMap<string, PlacedLabel>) =>
  new Map([...placements].map(([key, { nth }]) => [key, nth]));

/** Returns deterministic scattered requests; a smaller `spread` packs them closer. */
function scattered(count: number, spread = 1): readonly LabelRequest[] {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, (_, at) =>
    request(String(at), 450 + (next() - 0.5) * 860 * spread, 350 + (next() - 0.5) * 660 * spread),
  );
}
/** Counts pairs of labels that visibly overlap. */
function covering(placements: ReadonlyMap<string, PlacedLabel>): number {
  const boxes = [...placements.values()].map(boxOf);
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => cover(a, b, 2))).length;
}

describe('placeLabels', () => {
  it('uses the preferred position while nothing is in the way', () => {
    const placements = placementsOf([request('a', 100, 100), request('b', 300, 300)]);
    expect(placements.get('a')).toEqual({ at: { x: 135, y: 112 }, nth: 0, leader: null });
    expect(placements.get('b')?.nth).toBe(0);
  });

  it('covers neither other labels nor occupied areas', () => {
    expect(
      covering(placementsOf([0, 1, 2, 3, 4].map((at) => request(`${at}`, 300 + 4 * at, 300)))),
    ).toBe(0);
    const occupied = { left: 110, top: 104, right: 160, bottom: 120 };
    const { placements } = placeLabels(
      [request('a', 100, 100)],
      VIEW,
      { labels: [occupied], lines: [] },
      NONE,
    );
    expect(cover(boxOf(placements.get('a') as PlacedLabel), occupied)).toBe(false);
  });

  it('prefers a position beside a line to one on the line, and one on a line to one on other labels', () => {
    const line = [0, 12, 24, 36, 48].map((at) => ({
      left: 108 + at,
      right: 112 + at,
      top: 110,
      bottom: 114,
    }));
    const free = placeLabels(
      [request('a', 100, 100)],
      VIEW,
      { labels: [], lines: line },
      NONE,
    ).placements;
    expect(free.get('a')?.nth).toBe(1);
    const viewBox = { left: 0, top: 0, right: 900, bottom: 700 };
    const both = [request('a', 100, 100), request('b', 102, 101)];
    const { placements } = placeLabels(both, VIEW, { labels: [], lines: [viewBox] }, NONE);
    expect(covering(placements)).toBe(0);
  });

  it('keeps labels inside the view', () => {
    for (const [x, y] of [
      [895, 695],
      [2, 2],
      [895, 3],
      [450, 699],
    ] as const) {
      const { left, top, right, bottom } = boxOf(
        placementsOf([request('a', x, y)]).get('a') as PlacedLabel,
      );
      expect(Math.min(left, top, VIEW.width - right, VIEW.height - bottom)).toBeGreaterThanOrEqual(
        0,
      );
    }
  });

  it('connects distant labels to their marks by a leader line', () => {
    const placements = placementsOf(
      Array.from({ length: 14 }, (_, at) => request(`${at}`, 450 + at / 4, 350)),
    );
    expect(covering(placements)).toBe(0);
    const withLeader = [...placements.values()].filter(({ leader }) => leader !== null);
    expect(withLeader.length).toBeGreaterThan(3);
    for (const { leader } of withLeader) {
      expect(Math.hypot((leader?.to.x ?? 0) - 450, (leader?.to.y ?? 0) - 350)).toBeLessThan(5);
    }
  });

  it('keeps the side of a label while the image moves by a pixel and back', () => {
    const all = scattered(60, 0.3);
    const first = placementsOf(all);
    let previous = nths(first);
    for (const by of [1, 0, -1, 0.4, 2]) {
      const moved = all.map((label): LabelRequest => {
        const { anchor, preferred } = label;
        const box = {
          left: anchor.left + by,
          right: anchor.right + by,
          top: anchor.top + by,
          bottom: anchor.bottom + by,
        };
        return { ...label, anchor: box, preferred: { x: preferred.x + by, y: preferred.y + by } };
      });
      const now = placementsOf(moved, previous);
      for (const [key, { at }] of now) {
        expect(at.x - (first.get(key)?.at.x ?? 0)).toBeCloseTo(by, 9);
        expect(at.y - (first.get(key)?.at.y ?? 0)).toBeCloseTo(by, 9);
      }
      previous = nths(now);
    }
  });

  it('keeps positions stable while the zoom changes back and forth', () => {
    const at = (zoom: number) => scattered(60, 0.3 * zoom);
    let previous = nths(placementsOf(at(1)));
    const around = [1, 1.003, 1.006, 1.003, 1];
    for (const zoom of around) previous = nths(placementsOf(at(zoom), previous));
    const settled = previous;
    for (const zoom of [...around, ...around]) {
      previous = nths(placementsOf(at(zoom), previous));
      expect(previous).toEqual(settled);
    }
  });

  it('compares only a few neighbours for each of two hundred marks', () => {
    const all = scattered(200);
    const { placements, comparisons } = placeLabels(all, VIEW, UNOCCUPIED, NONE);
    expect(placements.size).toBe(200);
    expect(covering(placements)).toBe(0);
    expect(comparisons).toBeLessThan(200 * 40);
    // Placed labels check only their previous position.
    expect(placeLabels(all, VIEW, UNOCCUPIED, nths(placements)).comparisons).toBeLessThan(200 * 12);
    const crowded = placeLabels(scattered(3_000), VIEW, UNOCCUPIED, NONE);
    expect(crowded.placements.size).toBe(3_000);
    expect(crowded.comparisons).toBeLessThan(40_000);
  });
});
