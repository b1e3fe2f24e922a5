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
  recordOutcome(problem: Problem | null): void;
  /** Asks the server now, because something hints that it may have gone or come. */
  check(): void;
  onReconnect(run: () => void): Disposable;
}

export interface ConnectionOptions {
  /** True when the server answers that it is ready. */
  readonly isReady: () => Promise<boolean>;
  readonly clock?: Clock;
}

const INITIAL_CHECK_DELAY_MS = 1_000;
const MAX_CHECK_DELAY_MS = 8_000;

/**
 * Offline is what two say: a call that was not answered and the question after it. One slow call
 * does not make a server away. While it is away it is asked every second, then more rarely.
 */
export function createConnection({ isReady, clock = systemClock }: ConnectionOptions): Connection {
  const state = createStore<ConnectionState>(() => 'online');
  const scope = new Scope('connection');
  const reconnectListeners = new Set<() => void>();
  let isChecking = false;
  let responseCount = 0;
  let timer: Disposable | null = null;
  let waitMs = INITIAL_CHECK_DELAY_MS;
  scope.own(toDisposable(() => timer?.dispose()));

  function markOnline(): void {
    responseCount += 1;
    timer?.dispose();
    timer = null;
    waitMs = INITIAL_CHECK_DELAY_MS;
    if (state.getState() === 'online') return;
    state.setState('online', true);
    for (const run of [...reconnectListeners]) run();
  }

  async function check(): Promise<void> {
    if (isChecking || scope.ended) return;
    isChecking = true;
    timer?.dispose();
    const countBefore = responseCount;
    const ready = await isReady();
    isChecking = false;
    if (scope.ended) return;
    if (ready) return markOnline();
    // Meanwhile a call was answered: this question is older than that.
    if (responseCount !== countBefore) return;
    state.setState('offline', true);
    timer = clock.after(waitMs, () => void check());
    waitMs = Math.min(MAX_CHECK_DELAY_MS, waitMs * 2);
  }

  return {
    state,
    recordOutcome(problem) {
      if (problem === null) markOnline();
      else if (isOffline(problem)) {
        if (state.getState() === 'online') void check();
      } else if (!isAborted(problem)) markOnline();
    },
    check: () => void check(),
    onReconnect(run) {
      reconnectListeners.add(run);
      return toDisposable(() => reconnectListeners.delete(run));
    },
    dispose: () => scope.dispose(),
  };
}

/** The same client, whose answers tell the connection how it stands. */
export function trackConnection(
  connection: Pick<Connection, 'recordOutcome'>,
  api: ApiClient,
): ApiClient {
  return {
    async call(route, input) {
      const result = await api.call(route, input);
      connection.recordOutcome(result.ok ? null : result.problem);
      return result;
    },
    async download(path, options) {
      const result = await api.download(path, options);
      connection.recordOutcome(result.ok ? null : result.problem);
      return result;
    },
  };
}
