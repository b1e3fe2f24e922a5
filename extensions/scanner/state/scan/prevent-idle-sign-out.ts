import type { IdleWatch } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { ScanRun } from './scan-run.ts';

/**
 * Keeps the session active while a scan is recorded, because the operator's hands are on the
 * patient and not on the browser. A paused scan does not prevent the sign-out.
 */
export function preventIdleSignOut(
  run: Pick<ScanRun, 'store'>,
  idle: Pick<IdleWatch, 'keepActive'>,
): Disposable {
  let activity: Disposable | null = null;
  const update = (): void => {
    const phase = run.store.getState().progress?.phase;
    const isRecording = phase === 'starting' || phase === 'recording';
    if (isRecording && activity === null) activity = idle.keepActive();
    if (isRecording || activity === null) return;
    activity.dispose();
    activity = null;
  };
  const stop = run.store.subscribe(update);
  update();
  return toDisposable(() => {
    stop();
    activity?.dispose();
  });
}
