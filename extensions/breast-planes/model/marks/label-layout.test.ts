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
/** Returns true if the boxes overlap by more than the tolerance in both directions. */
const overlap = (a: BoxPx, b: BoxPx, tolerancePx = 0): boolean =>
  a.left < b.right - tolerancePx &&
  b.left < a.right - tolerancePx &&
  a.top < b.bottom - tolerancePx &&
  b.top < a.bottom - tolerancePx;
const UNOCCUPIED = { labels: [], lines: [] };
const NONE = new Map<string, number>();
const placementsOf = (requests: readonly LabelRequest[], previous = NONE) =>
  placeLabels(requests, VIEW, UNOCCUPIED, previous).placements;
/** Returns the number of the tried position of each label; 0 is the preferred position. */
const positionNumbers = (placements: ReadonlyMap<string, PlacedLabel>) =>
  new Map([...placements].map(([key, { nth }]) => [key, nth]));

/** Returns deterministic scattered requests; a smaller `spread` packs them closer. */
function scattered(count: number, spread = 1): readonly LabelRequest[] {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, (_, index) =>
    request(
      String(index),
      450 + (next() - 0.5) * 860 * spread,
      350 + (next() - 0.5) * 660 * spread,
    ),
  );
}
/** Counts pairs of labels that visibly overlap. */
function countOverlaps(placements: ReadonlyMap<string, PlacedLabel>): number {
  const boxes = [...placements.values()].map(boxOf);
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b, 2))).length;
}

describe('placeLabels', () => {
  it('uses the preferred position while nothing is in the way', () => {
    const placements = placementsOf([request('a', 100, 100), request('b', 300, 300)]);
    expect(placements.get('a')).toEqual({ at: { x: 135, y: 112 }, nth: 0, leader: null });
    expect(placements.get('b')?.nth).toBe(0);
  });

  it('covers neither other labels nor occupied areas', () => {
    expect(
      countOverlaps(
        placementsOf([0, 1, 2, 3, 4].map((index) => request(`${index}`, 300 + 4 * index, 300))),
      ),
    ).toBe(0);
    const occupied = { left: 110, top: 104, right: 160, bottom: 120 };
    const { placements } = placeLabels(
      [request('a', 100, 100)],
      VIEW,
      { labels: [occupied], lines: [] },
      NONE,
    );
    expect(overlap(boxOf(placements.get('a') as PlacedLabel), occupied)).toBe(false);
  });

  it('prefers a position beside a line to a position on the line, and that to a position on another label', () => {
    const line = [108, 120, 132, 144, 156].map((left) => ({
      left,
      right: left + 4,
      top: 110,
      bottom: 114,
    }));
    const withLine = placeLabels(
      [request('a', 100, 100)],
      VIEW,
      { labels: [], lines: line },
      NONE,
    ).placements;
    expect(withLine.get('a')?.nth).toBe(1);
    const viewBox = { left: 0, top: 0, right: 900, bottom: 700 };
    const adjacent = [request('a', 100, 100), request('b', 102, 101)];
    const { placements } = placeLabels(adjacent, VIEW, { labels: [], lines: [viewBox] }, NONE);
    expect(countOverlaps(placements)).toBe(0);
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
      Array.from({ length: 14 }, (_, index) => request(`${index}`, 450 + index / 4, 350)),
    );
    expect(countOverlaps(placements)).toBe(0);
    const withLeader = [...placements.values()].filter(({ leader }) => leader !== null);
    expect(withLeader.length).toBeGreaterThan(3);
    for (const { leader } of withLeader) {
      expect(Math.hypot((leader?.to.x ?? 0) - 450, (leader?.to.y ?? 0) - 350)).toBeLessThan(5);
    }
  });

  it('keeps the side of a label while the image moves by a pixel and back', () => {
    const labels = scattered(60, 0.3);
    const initial = placementsOf(labels);
    let previous = positionNumbers(initial);
    for (const offsetPx of [1, 0, -1, 0.4, 2]) {
      const moved = labels.map((label): LabelRequest => {
        const { anchor, preferred } = label;
        const box = {
          left: anchor.left + offsetPx,
          right: anchor.right + offsetPx,
          top: anchor.top + offsetPx,
          bottom: anchor.bottom + offsetPx,
        };
        return {
          ...label,
          anchor: box,
          preferred: { x: preferred.x + offsetPx, y: preferred.y + offsetPx },
        };
      });
      const placements = placementsOf(moved, previous);
      for (const [key, { at }] of placements) {
        expect(at.x - (initial.get(key)?.at.x ?? 0)).toBeCloseTo(offsetPx, 9);
        expect(at.y - (initial.get(key)?.at.y ?? 0)).toBeCloseTo(offsetPx, 9);
      }
      previous = positionNumbers(placements);
    }
  });

  it('keeps positions stable while the zoom changes back and forth', () => {
    const labelsAt = (zoom: number) => scattered(60, 0.3 * zoom);
    let previous = positionNumbers(placementsOf(labelsAt(1)));
    const zooms = [1, 1.003, 1.006, 1.003, 1];
    for (const zoom of zooms) previous = positionNumbers(placementsOf(labelsAt(zoom), previous));
    const settled = previous;
    for (const zoom of [...zooms, ...zooms]) {
      previous = positionNumbers(placementsOf(labelsAt(zoom), previous));
      expect(previous).toEqual(settled);
    }
  });

  it('compares each of two hundred labels with only a few neighbours', () => {
    const labels = scattered(200);
    const { placements, comparisons } = placeLabels(labels, VIEW, UNOCCUPIED, NONE);
    expect(placements.size).toBe(200);
    expect(countOverlaps(placements)).toBe(0);
    expect(comparisons).toBeLessThan(200 * 40);
    // Placed labels check only their previous position.
    expect(
      placeLabels(labels, VIEW, UNOCCUPIED, positionNumbers(placements)).comparisons,
    ).toBeLessThan(200 * 12);
    const crowded = placeLabels(scattered(3_000), VIEW, UNOCCUPIED, NONE);
    expect(crowded.placements.size).toBe(3_000);
    expect(crowded.comparisons).toBeLessThan(40_000);
  });
});
