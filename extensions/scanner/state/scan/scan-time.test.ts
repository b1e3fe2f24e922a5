import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { TimingTick } from '#contracts';
import { fakePlatform } from '#core/testing';
import { Emitter, fail, newId, ok, problem } from '#foundation';
import { aScan } from '#testing';
import type { ScannerClient } from '../scanner/scanner-client.ts';
import { progressOf, type ScanProgress } from './scan-progress.ts';
import type { ScanRunState } from './scan-run-state.ts';
import { ScanTimeTracker, timeAt } from './scan-time.ts';

const AT = '2026-01-05T09:00:00.000Z';
const disposables: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of disposables.splice(0)) disposable.dispose();
});

/** Creates a recorded scan, and a scanner that logs the requested timing intervals. */
async function createHarness(isFree = true) {
  const { session, clock } = await fakePlatform('OPERATOR');
  const scan = aScan({ studyId: newId(), patientId: newId(), scanState: 'I', epoch: 1 });
  const idle = progressOf(scan);
  const run = createStore<ScanRunState>(() => ({
    progress: idle,
    pending: null,
    job: null,
    problem: null,
  }));
  const ticks = new Emitter<TimingTick>();
  const requestedIntervals: (number | null)[] = [];
  const inUse = problem('SCANNER_IN_USE', 'In use', '', '');
  const scanner = {
    onTiming: (listener: (tick: TimingTick) => void) => ticks.on(listener),
    acquireLease: async () => (isFree ? ok(undefined) : fail(inUse)),
    setTiming: async (everyMs: number | null) => {
      requestedIntervals.push(everyMs);
      return ok(undefined);
    },
  } as unknown as ScannerClient;
  const tracker = new ScanTimeTracker({ run, scanner, session, clock });
  disposables.push(tracker, ticks);
  const setPhase = async (phase: ScanProgress['phase'] | null): Promise<void> => {
    run.setState({ progress: phase === null ? null : { ...idle, phase } });
    await clock.advance(0);
  };
  let seq = 0;
  const emitTick = (fields: Partial<TimingTick> = {}): void => {
    seq += 1;
    const envelope = { id: newId(), at: AT, scanId: scan.id, epoch: 1, seq };
    const time = { phase: 'scanning', elapsedSeconds: 10, secondsLeft: 20 } as const;
    ticks.emit({ ...envelope, ...time, ...fields });
  };
  const currentTime = () => {
    const { time } = tracker.store.getState();
    return time === null ? null : timeAt(time, clock.now());
  };
  return { clock, setPhase, emitTick, currentTime, requestedIntervals };
}

describe('ScanTimeTracker', () => {
  it('advances the time between two ticks of the device, never below zero', async () => {
    const { clock, setPhase, emitTick, currentTime } = await createHarness();
    await setPhase('recording');
    emitTick();
    await clock.advance(1_500);
    expect(currentTime()).toMatchObject({ elapsedSeconds: 11.5, secondsLeft: 18.5 });
    await clock.advance(60_000);
    expect(currentTime()?.secondsLeft).toBe(0);
  });

  it('stops at once in a pause, and continues from there', async () => {
    const { clock, setPhase, emitTick, currentTime } = await createHarness();
    await setPhase('recording');
    emitTick();
    await clock.advance(1_000);
    await setPhase('paused');
    await clock.advance(5_000);
    expect(currentTime()?.secondsLeft).toBe(19);
    await setPhase('recording');
    await clock.advance(1_000);
    expect(currentTime()?.secondsLeft).toBe(18);
  });

  it('ignores ticks of other attempts and late ticks', async () => {
    const { setPhase, emitTick, currentTime } = await createHarness();
    await setPhase('recording');
    emitTick({ epoch: 2 });
    emitTick({ scanId: newId() });
    expect(currentTime()).toBeNull();
    emitTick({ seq: 9 });
    emitTick({ seq: 8, secondsLeft: 99 });
    expect(currentTime()?.secondsLeft).toBe(20);
  });

  it('clears the time once the recording is interrupted', async () => {
    const { setPhase, emitTick, currentTime } = await createHarness();
    await setPhase('recording');
    emitTick();
    await setPhase('interrupted');
    expect(currentTime()).toBeNull();
  });

  it('requests timing while the scan is shown, and stops when the page is left', async () => {
    const { setPhase, requestedIntervals } = await createHarness();
    await setPhase('recording');
    await setPhase('paused');
    expect(requestedIntervals).toEqual([500]);
    await setPhase(null);
    expect(requestedIntervals).toEqual([500, null]);
  });

  it('leaves the interval to the user who uses the scanner', async () => {
    const { setPhase, requestedIntervals, emitTick, currentTime } = await createHarness(false);
    await setPhase('recording');
    await setPhase(null);
    expect(requestedIntervals).toEqual([]);
    await setPhase('recording');
    emitTick();
    expect(currentTime()?.secondsLeft).toBe(20);
  });
});
