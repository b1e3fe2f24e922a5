import type { Scan } from '#contracts';

/** Sorts right before left, as on the screen, then by label. */
export function sortBySide<S extends Pick<Scan, 'laterality' | 'label'>>(
  scans: readonly S[],
): readonly S[] {
  const rank = (scan: S): number => (scan.laterality.id === 'R' ? 0 : 1);
  return [...scans].sort(
    (a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en', { numeric: true }),
  );
}
