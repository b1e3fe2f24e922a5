import { useEffect } from 'react';
import { type ExtensionContext, type LeaveWarning, leaveGuardToken } from '#core';
import { disposeAll, toDisposable } from '#foundation';
import type { RunningScan } from '../../state/scan/running-scan.ts';
import { canResumeAttempt } from '../../state/scan/scan-gaps.ts';
import { isRunning, type ScanProgress } from '../../state/scan/scan-progress.ts';
import type { ScanRun } from '../../state/scan/scan-run.ts';
import { scanTexts } from '../../texts/scan-texts.ts';

const texts = scanTexts.leave;

/** Warns before the page of a scan that needs the operator is left, while that page is shown. */
export function useLeaveWarning(context: ExtensionContext, run: ScanRun, enabled: boolean): void {
  const guard = context.use(leaveGuardToken);
  useEffect(() => {
    if (!enabled) return;
    const subscriptions = [
      guard.add((path) => {
        const { progress } = run.store.getState();
        return progress === null || showsScan(path, progress) ? null : warningOf(progress, path);
      }),
      toDisposable(run.store.subscribe(() => guard.refresh())),
    ];
    return () => disposeAll(subscriptions);
  }, [guard, run, enabled]);
}

/** Warns users with a running or paused scan who sign out or close the window on any page. */
export function useSignOutWarning(context: ExtensionContext, running: RunningScan | null): void {
  const guard = context.use(leaveGuardToken);
  const side = running?.scan.laterality.id ?? null;
  const isPaused = running?.isPaused === true;
  useEffect(() => {
    if (side === null) return;
    const warning: LeaveWarning = {
      title: isPaused ? texts.paused[side] : texts.running[side],
      text: isPaused ? texts.pausedSignOutText : texts.runningSignOutText,
      stay: texts.staySignedIn,
      leave: texts.signOut,
    };
    const added = guard.add((path) => (isSignOut(path) ? warning : null));
    return () => added.dispose();
  }, [guard, side, isPaused]);
}

/** Returns whether leaving for the address, null for closing, ends the session's page. */
function isSignOut(path: string | null): boolean {
  return path === null || path === '/login';
}

type Situation = 'running' | 'paused' | 'incomplete';

/**
 * Returns what the user leaves; null for a scan that needs no operator. A scan that has failed needs the
 * operator until its error is answered, because its gaps can be recorded only while the patient lies
 * still.
 */
function situationOf(progress: ScanProgress): Situation | null {
  const { phase, errorCode } = progress;
  if (phase === 'paused') return 'paused';
  if (isRunning(progress) || phase === 'starting') return 'running';
  return errorCode !== null && canResumeAttempt(progress) ? 'incomplete' : null;
}

/** Returns the warning about leaving the scan; null if nothing needs the operator. */
function warningOf(progress: ScanProgress, path: string | null): LeaveWarning | null {
  const situation = situationOf(progress);
  if (situation === null) return null;
  const title = texts[situation][progress.side];
  if (isSignOut(path)) {
    const text = texts[`${situation}SignOutText`];
    return { title, text, stay: texts.staySignedIn, leave: texts.signOut };
  }
  return { title, text: texts[`${situation}Text`], stay: texts.stay, leave: texts.leave };
}

/** Returns whether an address of the application still shows the scan. */
function showsScan(path: string | null, { studyId, scanId }: ScanProgress): boolean {
  const [page, search] = path?.split('?') ?? [];
  const query = new URLSearchParams(search);
  const scan = query.get('scan');
  // Without a scan, the address of the study keeps the open scan.
  return page === '/scan' && query.get('study') === studyId && (scan === null || scan === scanId);
}
