import type { Scan } from '#contracts';
import type { StudyState } from '#core';
import type { ScanFindings } from '../model/proposals.ts';

const NONE: readonly never[] = [];

/** Returns the target and the newest scan of the other side, right first. */
export function scansToList({
  scans,
  targetScanId,
}: Pick<StudyState, 'scans' | 'targetScanId'>): readonly Scan[] {
  const target = scans.find(({ id }) => id === targetScanId);
  if (target === undefined) return NONE;
  const other = scans.find(({ laterality }) => laterality.id !== target.laterality.id);
  const rank = ({ laterality }: Scan): number => (laterality.id === 'R' ? 0 : 1);
  return [target, ...(other === undefined ? [] : [other])].toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the listed scans with their findings. */
export const listedFindings = (
  state: Pick<StudyState, 'scans' | 'targetScanId' | 'findingsByScan'>,
): readonly ScanFindings[] =>
  scansToList(state).map((scan) => ({ scan, findings: state.findingsByScan[scan.id] ?? NONE }));
