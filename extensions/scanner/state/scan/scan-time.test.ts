import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { TimingTick } from '#contracts';
import { aScan, fakePlatform } from '#core/testing';
import { Emitter, fail, newId, ok, problem } from '#foundation';
import type { ScannerLink } from '../scanner/scanner-link.ts';
import { progressOf, type ScanProgress } from './scan-progress.ts';
import type { ScanRunState } from './scan-run.ts';
import { ScanTimeKeeper, timeAt } from './scan-time.ts';

const AT = '2026-01-05T09:00:00.000Z';
const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.dispose();
});

/** A scan that records, and a scanner that writes down how often it shall tell its time. */
async function room(isFree = true) {
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
  const set: (number | null)[] = [];
  const inUse = problem('SCANNER_IN_USE', 'In use', '', '');
  const scanner = {
    onTiming: (listener: (tick: TimingTick) => void) => ticks.on(listener),
    hold: async () => (isFree ? ok(undefined) : fail(inUse)),
    setTiming: async (everyMs: number | null) => {
      set.push(everyMs);
      return ok(undefined);
    },
  } as unknown as ScannerLink;
  const keeper = new ScanTimeKeeper({ run, scanner, session, clock });
  open.push(keeper, ticks);
  const stand = async (phase: ScanProgress['phase'] | null): Promise<void> => {
    run.setState({ progress: phase === null ? null : { ...idle, phase } });
    await clock.advance(0);
  };
  let seq = 0;
  const tell = (fields: Partial<TimingTick> = {}): void => {
    seq += 1;
    const envelope = { id: newId(), at: AT, scanId: scan.id, epoch: 1, seq };
    const time = { phase: 'scanning', elapsedSeconds: 10, secondsLeft: 20 } as const;
    ticks.emit({ ...envelope, ...time, ...fields });
  };
  const now = () => {
    const { time } = keeper.store.getState();
    return time === null ? null : timeAt(time, clock.now());
  };
  return { clock, stand, tell, now, set };
}

describe('the time of a scan', () => {
  it('runs on between two words of the device, and never below zero', async () => {
    const { clock, stand, tell, now } = await room();
    await stand('recording');
    tell();
    await clock.advance(1_500);
    expect(now()).toMatchObject({ elapsedSeconds: 11.5, secondsLeft: 18.5 });
    await clock.advance(60_000);
    expect(now()?.secondsLeft).toBe(0);
  });

  it('stops at once in a pause, and goes on from there', async () => {
    const { clock, stand, tell, now } = await room();
    await stand('recording');
    tell();
    await clock.advance(1_000);
    await stand('paused');
    await clock.advance(5_000);
    expect(now()?.secondsLeft).toBe(19);
    await stand('recording');
    await clock.advance(1_000);
    expect(now()?.secondsLeft).toBe(18);
  });

  it('is not that of another attempt, nor of a late word', async () => {
    const { stand, tell, now } = await room();
    await stand('recording');
    tell({ epoch: 2 });
    tell({ scanId: newId() });
    expect(now()).toBeNull();
    tell({ seq: 9 });
    tell({ seq: 8, secondsLeft: 99 });
    expect(now()?.secondsLeft).toBe(20);
  });

  it('is gone once nothing is recorded', async () => {
    const { stand, tell, now } = await room();
    await stand('recording');
    tell();
    await stand('interrupted');
    expect(now()).toBeNull();
  });

  it('is asked for while the scan is shown, and no longer when the page is left', async () => {
    const { stand, set } = await room();
    await stand('recording');
    await stand('paused');
    expect(set).toEqual([500]);
    await stand(null);
    expect(set).toEqual([500, null]);
  });

  it('is left to whoever holds the scanner', async () => {
    const { stand, set, tell, now } = await room(false);
    await stand('recording');
    await stand(null);
    expect(set).toEqual([]);
    await stand('recording');
    tell();
    expect(now()?.secondsLeft).toBe(20);
  });
});
