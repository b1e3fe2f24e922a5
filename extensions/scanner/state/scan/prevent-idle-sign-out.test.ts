import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { toDisposable } from '#foundation';
import { preventIdleSignOut } from './prevent-idle-sign-out.ts';
import type { ScanPhase, ScanProgress } from './scan-progress.ts';
import type { ScanRunState } from './scan-run-state.ts';

it('keeps the operator signed in while a scan is recorded, not while paused or after its end', () => {
  const store = createStore<ScanRunState>(() => ({
    progress: null,
    pending: null,
    job: null,
    problem: null,
  }));
  let pauseCount = 0;
  const pause = () => {
    pauseCount += 1;
    return toDisposable(() => {
      pauseCount -= 1;
    });
  };
  const guard = preventIdleSignOut({ store }, { keepActive: pause });
  const phase = (now: ScanPhase): number => {
    store.setState({ progress: { phase: now } as ScanProgress });
    return pauseCount;
  };
  expect(pauseCount).toBe(0);
  expect([phase('starting'), phase('recording'), phase('recording')]).toEqual([1, 1, 1]);
  expect(phase('paused')).toBe(0);
  expect(phase('recording')).toBe(1);
  for (const over of ['interrupted', 'failed', 'completed'] as const) expect(phase(over)).toBe(0);
  phase('recording');
  guard.dispose();
  expect(pauseCount).toBe(0);
});
