import { createStore } from 'zustand/vanilla';
import { type ApiClient, isAborted, isOffline } from '#api-client';
import {
  type Clock,
  type Disposable,
  type Problem,
  Scope,
  systemClock,
  toDisposable,
} from '#foundation';
import type { ReadonlyStore } from './store.ts';

export type ConnectionState = 'online' | 'offline';

/** Reachability of the server. While offline, edits are stored and sent after reconnecting. */
export interface Connection extends Disposable {
  readonly state: ReadonlyStore<ConnectionState>;
  /** Records the end of a call; null if a response arrived. */
  recordOutcome(problem: Problem | null): void;
  /** Checks the server now, after a hint that its reachability changed. */
  check(): void;
  onReconnect(run: () => void): Disposable;
}

export interface ConnectionOptions {
  /** Resolves to true if the server reports ready. */
  readonly isReady: () => Promise<boolean>;
  readonly clock?: Clock;
  /** Returns 0..1, for the jitter. */
  readonly random?: () => number;
}

const INITIAL_CHECK_DELAY_MS = 1_000;
const MAX_CHECK_DELAY_MS = 8_000;

/**
 * Goes offline only when a call and the following check both fail, so that a single slow call does
 * not count. While offline, checks after at most 1 s, then at growing intervals up to 8 s; each is
 * shortened at random by up to a half, so that browsers do not return at the same moment.
 */
export function createConnection({
  isReady,
  clock = systemClock,
  random = Math.random,
}: ConnectionOptions): Connection {
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
    // Ignores the failed check, because a call has been answered since.
    if (responseCount !== countBefore) return;
    state.setState('offline', true);
    timer = clock.after(waitMs * (0.5 + random() / 2), () => void check());
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

/** Wraps a client and reports the outcome of each call to the connection. */
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
    addressOf: (path) => api.addressOf(path),
    async download(path, options) {
      const result = await api.download(path, options);
      connection.recordOutcome(result.ok ? null : result.problem);
      return result;
    },
  };
}
