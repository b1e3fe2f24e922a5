import type { IdleWatch } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { ScanRun } from './scan-run.ts';

/**
 * While a scan is recorded the operator's hands are on the patient and nobody touches the browser:
 * that is no reason to sign out. A paused scan waits for a person, and so does the sign-out.
 */
export function stayAwake(run: Pick<ScanRun, 'store'>, idle: Pick<IdleWatch, 'hold'>): Disposable {
  let held: Disposable | null = null;
  const follow = (): void => {
    const phase = run.store.getState().progress?.phase;
    const records = phase === 'starting' || phase === 'recording';
    if (records && held === null) held = idle.hold();
    if (records || held === null) return;
    held.dispose();
    held = null;
  };
  const stop = run.store.subscribe(follow);
  follow();
  return toDisposable(() => {
    stop();
    held?.dispose();
  });
}
