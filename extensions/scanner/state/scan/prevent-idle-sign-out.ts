import type { IdleWatch } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { ScanRun } from './scan-run.ts';

/**
 * While a scan is recorded the operator's hands are on the patient and nobody touches the browser:
 * that is no reason to sign out. A paused scan waits for a person, and so does the sign-out.
 */
export function preventIdleSignOut(
  run: Pick<ScanRun, 'store'>,
  idle: Pick<IdleWatch, 'keepActive'>,
): Disposable {
  let idlePause: Disposable | null = null;
  const update = (): void => {
    const phase = run.store.getState().progress?.phase;
    const isRecording = phase === 'starting' || phase === 'recording';
    if (isRecording && idlePause === null) idlePause = idle.keepActive();
    if (isRecording || idlePause === null) return;
    idlePause.dispose();
    idlePause = null;
  };
  const stop = run.store.subscribe(update);
  update();
  return toDisposable(() => {
    stop();
    idlePause?.dispose();
  });
}
