import { useEffect } from 'react';
import { type ExtensionContext, type LeaveWarning, leaveGuardToken } from '#core';
import { isRunning, type ScanProgress } from '../../state/scan/scan-progress.ts';
import type { ScanRun } from '../../state/scan/scan-run.ts';
import { scanTexts } from '../../texts/scan-texts.ts';

const texts = scanTexts.leave;

/** Warns before the page of a running or paused scan is left, while that page is shown. */
export function useLeaveWarning(context: ExtensionContext, run: ScanRun, enabled: boolean): void {
  const guard = context.use(leaveGuardToken);
  useEffect(() => {
    if (!enabled) return;
    const added = guard.add((path) => {
      const { progress } = run.store.getState();
      return progress === null || showsScan(path, progress) ? null : warningOf(progress);
    });
    return () => added.dispose();
  }, [guard, run, enabled]);
}

/** Returns the warning about leaving the scan; null unless the scanner works on the scan. */
function warningOf(progress: ScanProgress): LeaveWarning | null {
  const { phase, side } = progress;
  if (!isRunning(progress) && phase !== 'starting') return null;
  const isPaused = phase === 'paused';
  return {
    title: isPaused ? texts.paused[side] : texts.running[side],
    text: isPaused ? texts.pausedText : texts.runningText,
    stay: texts.stay,
    leave: texts.leave,
  };
}

/** Returns whether an address of the application still shows the scan. */
function showsScan(path: string | null, { studyId, scanId }: ScanProgress): boolean {
  const [page, search] = path?.split('?') ?? [];
  const query = new URLSearchParams(search);
  const scan = query.get('scan');
  // Without a scan, the address of the study keeps the open scan.
  return page === '/scan' && query.get('study') === studyId && (scan === null || scan === scanId);
}
