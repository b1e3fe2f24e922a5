import { createStore } from 'zustand/vanilla';
import { type Clock, type Disposable, type Problem, systemClock } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/** A message of the live connection as transmitted. */
export interface LiveTraffic {
  readonly direction: 'in' | 'out';
  readonly topic: string;
  /** Raw payload; JSON for all messages of the product. */
  readonly text: string;
  /** False for a received message that violates the schema of its topic. */
  readonly accepted: boolean;
}

export interface TrafficEntry extends LiveTraffic {
  /** Counts up from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface FaultEntry {
  /** Counts up from 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly problem: Problem;
}

/**
 * Log of developer mode: the latest messages of the live connection and the latest faults, newest
 * first. Kept in memory only; never stored or sent.
 */
export interface DeveloperTools extends Disposable {
  readonly traffic: ReadonlyStore<readonly TrafficEntry[]>;
  readonly faults: ReadonlyStore<readonly FaultEntry[]>;
  noteTraffic(message: LiveTraffic): void;
  noteFault(problem: Problem): void;
  clearTraffic(): void;
  /** Clears messages and faults, e.g. when another user signs in. */
  clear(): void;
}

const MAX_MESSAGES = 500;
const MAX_FAULTS = 50;
/** Longer messages are truncated. */
const MAX_CHARACTERS = 20_000;
/** Interval of updates in ms, because a running scan sends many messages a second. */
const BATCH_MS = 250;

export function createDeveloperTools(clock: Clock = systemClock): DeveloperTools {
  const traffic = createStore<readonly TrafficEntry[]>(() => []);
  const faults = createStore<readonly FaultEntry[]>(() => []);
  let messages: readonly TrafficEntry[] = [];
  let count = 0;
  let timer: Disposable | null = null;
  const flushTraffic = (): void => {
    timer?.dispose();
    timer = null;
    traffic.setState(messages, true);
  };
  const clearTraffic = (): void => {
    messages = [];
    flushTraffic();
  };
  return {
    traffic,
    faults,
    noteTraffic(message) {
      count += 1;
      const text = message.text.slice(0, MAX_CHARACTERS);
      const entry = { ...message, text, number: count, at: clock.now() };
      messages = [entry, ...messages].slice(0, MAX_MESSAGES);
      timer ??= clock.after(BATCH_MS, flushTraffic);
    },
    noteFault(problem) {
      const known = faults.getState();
      const fault = { number: (known[0]?.number ?? 0) + 1, at: clock.now(), problem };
      faults.setState([fault, ...known].slice(0, MAX_FAULTS), true);
    },
    clearTraffic,
    clear() {
      clearTraffic();
      faults.setState([], true);
    },
    dispose: () => timer?.dispose(),
  };
}
