import { type StudyState, scansToList } from '#core';
import type { ScanFindings } from '../model/proposals.ts';

const NONE: readonly never[] = [];

/** Returns the listed scans with their findings. */
export const listedFindings = (
  state: Pick<StudyState, 'scans' | 'targetScanId' | 'findingsByScan'>,
): readonly ScanFindings[] =>
  scansToList(state).map((scan) => ({ scan, findings: state.findingsByScan[scan.id] ?? NONE }));
