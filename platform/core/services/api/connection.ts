import { createStore } from 'zustand/vanilla';
import {
  type Clock,
  type Disposable,
  type Problem,
  Scope,
  systemClock,
  toDisposable,
} from '#foundation';
import type { ReadonlyStore } from '../store.ts';
import type { ApiClient } from './api-client.ts';
import { isAborted, isOffline } from './call-problem.ts';

export type ConnectionState = 'online' | 'offline';

/** Whether the server answers. Marks are kept while it does not, and sent when it does again. */
export interface Connection extends Disposable {
  readonly state: ReadonlyStore<ConnectionState>;
  /** How a call ended; null: it was answered. */
  heard(problem: Problem | null): void;
  /** Asks the server now, because something hints that it may have gone or come. */
  ask(): void;
  onBack(run: () => void): Disposable;
}

export interface ConnectionOptions {
  /** True when the server answers that it is ready. */
  readonly isReady: () => Promise<boolean>;
  readonly clock?: Clock;
}

const FIRST_ASK_MS = 1_000;
const LONGEST_ASK_MS = 8_000;

/**
 * Offline is what two say: a call that was not answered and the question after it. One slow call
 * does not make a server away. While it is away it is asked every second, then more rarely.
 */
export function createConnection({ isReady, clock = systemClock }: ConnectionOptions): Connection {
  const state = createStore<ConnectionState>(() => 'online');
  const scope = new Scope('connection');
  const back = new Set<() => void>();
  let asking = false;
  let answers = 0;
  let timer: Disposable | null = null;
  let waitMs = FIRST_ASK_MS;
  scope.own(toDisposable(() => timer?.dispose()));

  function answered(): void {
    answers += 1;
    timer?.dispose();
    timer = null;
    waitMs = FIRST_ASK_MS;
    if (state.getState() === 'online') return;
    state.setState('online', true);
    for (const run of [...back]) run();
  }

  async function ask(): Promise<void> {
    if (asking || scope.ended) return;
    asking = true;
    timer?.dispose();
    const before = answers;
    const ready = await isReady();
    asking = false;
    if (scope.ended) return;
    if (ready) return answered();
    // Meanwhile a call was answered: this question is older than that.
    if (answers !== before) return;
    state.setState('offline', true);
    timer = clock.after(waitMs, () => void ask());
    waitMs = Math.min(LONGEST_ASK_MS, waitMs * 2);
  }

  return {
    state,
    heard(problem) {
      if (problem === null) answered();
      else if (isOffline(problem)) {
        if (state.getState() === 'online') void ask();
      } else if (!isAborted(problem)) answered();
    },
    ask: () => void ask(),
    onBack(run) {
      back.add(run);
      return toDisposable(() => back.delete(run));
    },
    dispose: () => scope.dispose(),
  };
}

/** The same client, whose answers tell the connection how it stands. */
export function heardBy(connection: Pick<Connection, 'heard'>, api: ApiClient): ApiClient {
  return {
    async call(route, input) {
      const result = await api.call(route, input);
      connection.heard(result.ok ? null : result.problem);
      return result;
    },
    async download(path, options) {
      const result = await api.download(path, options);
      connection.heard(result.ok ? null : result.problem);
      return result;
    },
  };
}
