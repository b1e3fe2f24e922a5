import type { Scan } from '#contracts';
import type { StudyState } from '#core';
import type { ListedScan } from '../../model/findings/finding-rows.ts';

const NONE: readonly never[] = [];

/**
 * Returns the scans whose findings are listed: the target and the newest scan of the other side,
 * right first as the breasts are hung.
 */
export function listedScans({
  scans,
  targetScanId,
  findingsByScan,
}: Pick<StudyState, 'scans' | 'targetScanId' | 'findingsByScan'>): readonly ListedScan[] {
  return scansToRead(scans, targetScanId).map((scan) => ({
    scan,
    findings: findingsByScan[scan.id] ?? NONE,
  }));
}

/** Returns the target and the newest scan of the other side, right first. */
export function scansToRead(scans: readonly Scan[], targetScanId: string | null): readonly Scan[] {
  const target = scans.find(({ id }) => id === targetScanId);
  if (target === undefined) return NONE;
  const other = scans.find(({ laterality }) => laterality.id !== target.laterality.id);
  const rank = ({ laterality }: Scan): number => (laterality.id === 'R' ? 0 : 1);
  const shown = other === undefined ? [target] : [target, other];
  return shown.sort((a, b) => rank(a) - rank(b));
}
