import { type CallProblem, type Notices, problemKind } from '#core';
import { useApplication } from '../application/application-context.ts';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';

/** Notices about changes of scans and verdicts on scans. */
export interface ScanNotices {
  /**
   * Shows a change and offers to undo it. Replaces the offer for the former change of the scan,
   * because the server undoes only the last change.
   */
  offerUndo(scanId: string, text: string, undo: () => void): void;
  /** Removes the offer to undo the last change of a scan. */
  dismissUndo(scanId: string): void;
  /** Shows why a change was rejected. */
  showRejection(problem: CallProblem): void;
}

/** Another user has deleted the scan, or the study to which it would return. */
const NOT_FOUND = 404;

/** Ids of the notices that offer to undo the last change, by scan. */
const undoNotices = new Map<string, string>();

export function useScanNotices(): ScanNotices {
  const { notices } = useApplication().services;
  return {
    offerUndo(scanId, text, undo) {
      dismissUndo(notices, scanId);
      const action = { label: scanChangeTexts.undo, run: undo };
      undoNotices.set(scanId, notices.show('success', text, action));
    },
    dismissUndo: (scanId) => dismissUndo(notices, scanId),
    showRejection(problem) {
      if (problemKind(problem) === 'conflict') notices.show('user-error', scanChangeTexts.conflict);
      else if (problem.status === NOT_FOUND) notices.show('user-error', missingText(problem));
      else notices.showProblem(problem);
    },
  };
}

const missingText = ({ title, next }: CallProblem): string =>
  `${title.replace(/\.$/, '')}. ${next}`;

function dismissUndo(notices: Notices, scanId: string): void {
  const id = undoNotices.get(scanId);
  if (id !== undefined) notices.dismiss(id);
  undoNotices.delete(scanId);
}
