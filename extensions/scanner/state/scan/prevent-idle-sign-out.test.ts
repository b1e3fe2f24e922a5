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
  let activeCount = 0;
  const keepActive = () => {
    activeCount += 1;
    return toDisposable(() => {
      activeCount -= 1;
    });
  };
  const guard = preventIdleSignOut({ store }, { keepActive });
  const activeCountIn = (phase: ScanPhase): number => {
    store.setState({ progress: { phase } as ScanProgress });
    return activeCount;
  };
  expect(activeCount).toBe(0);
  expect(activeCountIn('starting')).toBe(1);
  expect(activeCountIn('recording')).toBe(1);
  expect(activeCountIn('paused')).toBe(0);
  for (const endPhase of ['interrupted', 'failed', 'completed'] as const) {
    expect(activeCountIn('recording')).toBe(1);
    expect(activeCountIn(endPhase)).toBe(0);
  }
  expect(activeCountIn('recording')).toBe(1);
  guard.dispose();
  expect(activeCount).toBe(0);
});
