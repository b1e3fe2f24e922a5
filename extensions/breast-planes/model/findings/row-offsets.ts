import type { ListRow } from './finding-rows.ts';

export const HEAD_PX = 36;

/** Where rows of unlike height stand, of however many. */
export interface RowOffsets {
  readonly count: number;
  /** Of a row in px; of `count`: of what would come after the last. */
  topOf(index: number): number;
}

/** A row that is open is as high as it needs. */
export interface OpenRow {
  readonly at: number;
  readonly px: number;
}

/** The tops of the rows while none is open, and of what would come after the last. */
export function closedTops(rows: readonly ListRow[], findingPx: number): readonly number[] {
  let top = 0;
  const tops = [0];
  for (const row of rows) {
    top += row.kind === 'finding' ? findingPx : HEAD_PX;
    tops.push(top);
  }
  return tops;
}

/** The same with one row open: told when asked, so that opening one of thousands moves no others. */
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

/** Where a finding stands in the list; null where it is not listed. */
export function rowOfFinding(rows: readonly ListRow[], findingId: string | null): number | null {
  let known = indices.get(rows);
  if (known === undefined) {
    known = new Map(
      rows.flatMap((row, at) => (row.kind === 'finding' ? [[row.finding.id, at] as const] : [])),
    );
    indices.set(rows, known);
  }
  return findingId === null ? null : (known.get(findingId) ?? null);
}

/** Rows drawn beyond each edge. */
const OVERSCAN_ROWS = 4;

/** The rows to draw: from `from` up to but not including `to`. */
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

/** The last row whose top is not below a place, found by halves. */
function lastAtOrAbove({ count, topOf }: RowOffsets, px: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(middle) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The scroll position that shows a row whole, moving no further than needed. */
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
