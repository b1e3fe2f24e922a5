import type { ScanWorkspaces } from './scan-workspaces.ts';
import type { StudyState } from './study-document.ts';

/** Returns the visible state of the target's and the watched scans' workspaces. */
export function visibleState(workspaces: ScanWorkspaces, state: StudyState): Partial<StudyState> {
  const { targetScanId, selectedFindingId } = state;
  const findingsByScan = workspaces.findings(targetScanId, state.findingsByScan);
  const hiddenFindingIds = workspaces.hiddenIds(targetScanId, state.hiddenFindingIds);
  const rejections = workspaces.rejections(targetScanId, state.rejections);
  const workspace = workspaces.find(targetScanId);
  if (targetScanId === null || workspace === null) {
    const emptyState = { findings: [], conflict: null, canUndo: false, canRedo: false };
    return { ...emptyState, findingsByScan, hiddenFindingIds, rejections };
  }
  const findings = findingsByScan[targetScanId] ?? [];
  const isSelectionValid = selectedFindingId !== null && workspace.find(selectedFindingId) !== null;
  return {
    findings,
    findingsByScan,
    hiddenFindingIds,
    rejections,
    conflict: workspace.conflict,
    save: workspaces.save,
    canUndo: workspaces.next('undo', targetScanId) !== null,
    canRedo: workspaces.next('redo', targetScanId) !== null,
    ...(isSelectionValid ? {} : { selectedFindingId: null }),
  };
}
