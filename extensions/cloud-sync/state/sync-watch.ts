import { createStore } from 'zustand/vanilla';
import { type CloudSyncState, routes } from '#contracts';
import type { ApiClient, LiveConnection, ReadonlyStore } from '#core';
import { type Clock, type Disposable, Scope, toDisposable } from '#foundation';

const AGAIN_MS = 30_000;

/** How the sync stands; null until it is known, and where no cloud is configured. */
export interface SyncWatch extends Disposable {
  readonly store: ReadonlyStore<CloudSyncState | null>;
}

/** Reads the state now, every 30 s, and when the live link comes back; a site without a cloud once. */
export function watchSync(parts: {
  readonly api: Pick<ApiClient, 'call'>;
  readonly live: Pick<LiveConnection, 'onRefresh'>;
  readonly clock: Clock;
}): SyncWatch {
  const { api, live, clock } = parts;
  const store = createStore<CloudSyncState | null>(() => null);
  const scope = new Scope('sync watch');
  let timer: Disposable | null = null;
  let off = false;

  async function read(): Promise<void> {
    if (off) return;
    timer?.dispose();
    const answer = await api.call(routes.cloudSyncState, { signal: scope.signal });
    if (scope.ended) return;
    off = answer.ok && !answer.value.configured;
    // An answer that did not come leaves what was known; the bar says that the server is away.
    if (answer.ok) store.setState(answer.value.configured ? answer.value : null, true);
    if (!off) timer = clock.after(AGAIN_MS, () => void read());
  }

  scope.own(toDisposable(() => timer?.dispose()));
  scope.own(live.onRefresh(() => void read()));
  void read();
  return { store, dispose: () => scope.dispose() };
}
