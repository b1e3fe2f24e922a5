import { type StudyState, scansToList } from '#core';
import type { ListedScan } from '../../model/findings/finding-rows.ts';

const NONE: readonly never[] = [];

/** Returns the listed scans with their findings. */
export const listedScans = (
  state: Pick<StudyState, 'scans' | 'targetScanId' | 'findingsByScan'>,
): readonly ListedScan[] =>
  scansToList(state).map((scan) => ({ scan, findings: state.findingsByScan[scan.id] ?? NONE }));
