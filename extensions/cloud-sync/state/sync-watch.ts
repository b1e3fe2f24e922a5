import { createStore } from 'zustand/vanilla';
import { type CloudSyncState, routes } from '#contracts';
import type { ApiClient, LiveConnection, ReadonlyStore } from '#core';
import { type Clock, type Disposable, Scope, toDisposable } from '#foundation';

const POLL_INTERVAL_MS = 30_000;

export interface SyncWatch extends Disposable {
  /** Null until the state is loaded, and when no cloud is configured. */
  readonly store: ReadonlyStore<CloudSyncState | null>;
}

/**
 * Reads the state immediately, every 30 s, and when the live connection returns. Reads only once
 * when no cloud is configured.
 */
export function watchSync(deps: {
  readonly api: Pick<ApiClient, 'call'>;
  readonly live: Pick<LiveConnection, 'onRefresh'>;
  readonly clock: Clock;
}): SyncWatch {
  const { api, live, clock } = deps;
  const store = createStore<CloudSyncState | null>(() => null);
  const scope = new Scope('sync watch');
  let timer: Disposable | null = null;
  let notConfigured = false;

  async function read(): Promise<void> {
    if (notConfigured) return;
    timer?.dispose();
    const response = await api.call(routes.cloudSyncState, { signal: scope.signal });
    if (scope.ended) return;
    notConfigured = response.ok && !response.value.configured;
    // A failed request keeps the last state; the bar already shows that the server is offline.
    if (response.ok) store.setState(response.value.configured ? response.value : null, true);
    if (!notConfigured) timer = clock.after(POLL_INTERVAL_MS, () => void read());
  }

  scope.own(toDisposable(() => timer?.dispose()));
  scope.own(live.onRefresh(() => void read()));
  void read();
  return { store, dispose: () => scope.dispose() };
}
