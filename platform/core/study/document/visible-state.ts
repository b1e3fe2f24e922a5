import type { ScanWorkspaces } from './scan-workspaces.ts';
import type { StudyState } from './study-document.ts';

/** Returns the visible state of the target's and the watched scans' workspaces. */
export function visibleState(
  workspaces: ScanWorkspaces,
  { targetScanId, selectedFindingId, findingsByScan: before }: StudyState,
): Partial<StudyState> {
  const findingsByScan = workspaces.findings(targetScanId, before);
  const workspace = workspaces.known(targetScanId);
  if (targetScanId === null || workspace === null) {
    return { findings: [], conflict: null, canUndo: false, canRedo: false, findingsByScan };
  }
  const findings = findingsByScan[targetScanId] ?? [];
  const isSelectionValid = selectedFindingId !== null && workspace.find(selectedFindingId) !== null;
  return {
    findings,
    findingsByScan,
    conflict: workspace.conflict,
    save: workspaces.save,
    canUndo: workspaces.next('undo', targetScanId) !== null,
    canRedo: workspaces.next('redo', targetScanId) !== null,
    ...(isSelectionValid ? {} : { selectedFindingId: null }),
  };
}
