import type { ListRow } from './finding-rows.ts';

/** Height of a heading in the list of findings. */
const HEADING_PX = 36;

/** Vertical offsets of rows of different heights. */
export interface RowOffsets {
  readonly count: number;
  /** Top of a row in px; `topOf(count)` is the total height. */
  topOf(index: number): number;
}

/** The expanded row: index and measured height in px. */
export interface OpenRow {
  readonly at: number;
  readonly px: number;
}

/** Returns the tops of the rows while none is open, followed by the total height. */
export function closedTops(rows: readonly ListRow[], findingPx: number): readonly number[] {
  let top = 0;
  const tops = [0];
  for (const row of rows) {
    top += row.kind === 'finding' || row.kind === 'annotation' ? findingPx : HEADING_PX;
    tops.push(top);
  }
  return tops;
}

/** Adds the height of an open row on lookup, so that opening a row recomputes no other tops. */
export function rowOffsets(closed: readonly number[], open: OpenRow | null): RowOffsets {
  const closedAt = (index: number): number => closed[index] ?? 0;
  if (open === null) return { count: closed.length - 1, topOf: closedAt };
  const addedPx = open.px - (closedAt(open.at + 1) - closedAt(open.at));
  return {
    count: closed.length - 1,
    topOf: (index) => closedAt(index) + (index > open.at ? addedPx : 0),
  };
}

const indices = new WeakMap<readonly ListRow[], ReadonlyMap<string, number>>();

/** Returns the row index of a finding; null if not listed. */
export function rowOfFinding(rows: readonly ListRow[], findingId: string | null): number | null {
  let known = indices.get(rows);
  if (known === undefined) {
    known = new Map(
      rows.flatMap((row, at) =>
        row.kind === 'finding' || row.kind === 'annotation' ? [[row.finding.id, at] as const] : [],
      ),
    );
    indices.set(rows, known);
  }
  return findingId === null ? null : (known.get(findingId) ?? null);
}

/** Rows drawn beyond each edge. */
const OVERSCAN_ROWS = 4;

/** Returns the rows to draw: `from` inclusive, `to` exclusive. */
export function rowsBetween(
  offsets: RowOffsets,
  scrollTop: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const first = lastAtOrAbove(offsets, scrollTop);
  const last = lastAtOrAbove(offsets, scrollTop + height);
  return {
    from: Math.max(0, first - OVERSCAN_ROWS),
    to: Math.min(offsets.count, last + 1 + OVERSCAN_ROWS),
  };
}

/** Returns the last row whose top is at or above `px`, by binary search. */
function lastAtOrAbove({ count, topOf }: RowOffsets, px: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(middle) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns the scroll position that shows the whole row with the least movement; aligns a row higher
 * than the list with its top.
 */
export function scrollToShow(
  { count, topOf }: RowOffsets,
  index: number,
  scrollTop: number,
  height: number,
): number {
  const top = topOf(index);
  const bottom = index < count ? topOf(index + 1) : top;
  if (top < scrollTop || bottom - top > height) return top;
  return Math.max(scrollTop, bottom - height);
}
