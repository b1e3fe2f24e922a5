import type { Finding, Scan } from '#contracts';

/** What the list of findings shows one beneath the other. */
export type ListRow =
  | { readonly kind: 'side'; readonly scan: Scan; readonly count: number }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'suggestions'; readonly count: number; readonly shown: boolean };

export interface ListChoice {
  /** AI Auto Detect is listed. */
  readonly showsDetections: boolean;
  readonly showsHidden: boolean;
}

/** Whether a finding is in the list and on the images. Detections are suggestions, off by default. */
export function isShown(finding: Finding, { showsDetections, showsHidden }: ListChoice): boolean {
  if (finding.deletedAt !== null) return false;
  if (finding.hidden && !showsHidden) return false;
  return finding.generator.id !== 'AIAD' || showsDetections;
}

const shownLists = new WeakMap<
  readonly Finding[],
  { choice: ListChoice; shown: readonly Finding[] }
>();

/** The findings of a list that are shown; the same list for everyone who asks with the same choice. */
export function shownOf(findings: readonly Finding[], choice: ListChoice): readonly Finding[] {
  const known = shownLists.get(findings);
  const same =
    known?.choice.showsHidden === choice.showsHidden &&
    known.choice.showsDetections === choice.showsDetections;
  if (same) return known.shown;
  const shown = findings.filter((finding) => isShown(finding, choice));
  shownLists.set(findings, { choice, shown });
  return shown;
}

export interface ListedScan {
  readonly scan: Scan;
  readonly findings: readonly Finding[];
}

/** Findings by side where several scans are shown, suggestions of the AI beneath them. */
export function listRows(scans: readonly ListedScan[], choice: ListChoice): readonly ListRow[] {
  const all = scans.flatMap(({ findings }) => findings);
  const detected = all.filter(({ generator }) => generator.id === 'AIAD');
  const grouped = scans.length > 1;
  const rows = scans.flatMap(({ scan, findings }): readonly ListRow[] => {
    const listed = findings.filter(
      (finding) => finding.generator.id !== 'AIAD' && isShown(finding, choice),
    );
    const head: ListRow = { kind: 'side', scan, count: listed.length };
    return [...(grouped ? [head] : []), ...listed.map(rowOf)];
  });
  if (detected.length === 0) return rows;
  const suggested = detected.filter((finding) => isShown(finding, choice));
  const head: ListRow = {
    ...{ kind: 'suggestions', shown: choice.showsDetections },
    count: detected.filter(({ hidden }) => !hidden || choice.showsHidden).length,
  };
  return [...rows, head, ...suggested.map(rowOf)];
}

const rowOf = (finding: Finding): ListRow => ({ kind: 'finding', finding });

/** In the order of the list, for the keys that walk it. */
export const walkOrder = (rows: readonly ListRow[]): readonly Finding[] =>
  rows.flatMap((row) => (row.kind === 'finding' ? [row.finding] : []));

export const HEAD_PX = 36;

/** Where rows of unlike height stand: the top of each, and of what would come after the last. */
export function rowTops(
  rows: readonly ListRow[],
  findingPx: number,
  open: { readonly id: string | null; readonly px: number },
): readonly number[] {
  let top = 0;
  const tops = [0];
  for (const row of rows) {
    if (row.kind !== 'finding') top += HEAD_PX;
    else top += row.finding.id === open.id ? open.px : findingPx;
    tops.push(top);
  }
  return tops;
}

/** Rows drawn beyond each edge. */
const SPARE_ROWS = 4;

/** The rows to draw: from `from` up to but not including `to`. */
export function rowsBetween(
  tops: readonly number[],
  scrollTop: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const count = tops.length - 1;
  const first = lastAtOrAbove(tops, scrollTop);
  const last = lastAtOrAbove(tops, scrollTop + height);
  return { from: Math.max(0, first - SPARE_ROWS), to: Math.min(count, last + 1 + SPARE_ROWS) };
}

/** The last row whose top is not below a place, found by halves. */
function lastAtOrAbove(tops: readonly number[], px: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The scroll position that shows a row whole, moving no further than needed. */
export function scrollToShow(
  tops: readonly number[],
  index: number,
  scrollTop: number,
  height: number,
): number {
  const top = tops[index] ?? 0;
  const bottom = tops[index + 1] ?? top;
  if (top < scrollTop || bottom - top > height) return top;
  return Math.max(scrollTop, bottom - height);
}
