import { createStore } from 'zustand/vanilla';
import { type Clock, type Disposable, Scope, systemClock, toDisposable } from '#foundation';
import type { ReadonlyStore } from '../services/store.ts';
import type { Activity } from './activity.ts';
import type { Session } from './session.ts';

/** Signs out an idle user, with a warning in every tab a minute before. */
export interface IdleWatch extends Disposable {
  /** Time of the sign-out while the warning is shown, else null. */
  readonly store: ReadonlyStore<{ readonly endsAtMs: number | null }>;
  /** Dismisses the warning and restarts the idle time. */
  extendSession(): void;
  /** Counts as activity until disposed, for work without user input such as a scan. */
  keepActive(): Disposable;
}

export interface IdleWatchOptions {
  readonly activity: Activity;
  readonly session: Pick<Session, 'store' | 'endIdle'>;
  /** Any call that keeps the server session alive. */
  readonly keepAlive: () => Promise<unknown>;
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly clock?: Clock;
}

const WARNING_MS = 60_000;
const ACTIVE_CHECK_MS = 30_000;
const MAX_KEEP_ALIVE_INTERVAL_MS = 300_000;
/** Events that count as input. */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Events after which the time is checked, because the computer may have slept. */
const WAKE_EVENTS = ['focus', 'pageshow'] as const;

/** Returns the interval in ms of keep-alive calls while the user works without other calls. */
export function keepAliveIntervalMs(idleMs: number): number {
  return Math.min(idleMs / 3, MAX_KEEP_ALIVE_INTERVAL_MS);
}

export function createIdleWatch(options: IdleWatchOptions): IdleWatch {
  const { activity, session, clock = systemClock } = options;
  const { idleMs } = activity;
  const scope = new Scope('idle-watch');
  const store = createStore<{ readonly endsAtMs: number | null }>(() => ({ endsAtMs: null }));
  let timer: Disposable | null = null;
  let activeCount = 0;
  let lastKeepAliveAt = clock.now();

  /** Shows the warning with the time of the sign-out; null hides the warning. */
  const setWarning = (endsAtMs: number | null): void => {
    if (store.getState().endsAtMs !== endsAtMs) store.setState({ endsAtMs });
  };
  const recordActivity = (): void => {
    activity.touch();
    if (idleMs === null || clock.now() - lastKeepAliveAt < keepAliveIntervalMs(idleMs)) return;
    lastKeepAliveAt = clock.now();
    void options.keepAlive();
  };

  function check(): void {
    timer?.dispose();
    timer = null;
    if (idleMs === null || session.store.getState().status !== 'signed-in') {
      setWarning(null);
      return;
    }
    if (activeCount > 0 || activity.lastAt() === null) recordActivity();
    const now = clock.now();
    const endsAt = (activity.lastAt() ?? now) + idleMs;
    const warnAt = endsAt - Math.min(WARNING_MS, idleMs / 2);
    if (now >= endsAt) {
      setWarning(null);
      void session.endIdle();
      return;
    }
    setWarning(now >= warnAt ? endsAt : null);
    const waitMs = (now >= warnAt ? endsAt : warnAt) - now;
    timer = clock.after(activeCount > 0 ? Math.min(waitMs, ACTIVE_CHECK_MS) : waitMs, check);
  }

  const onInput = (): void => {
    // While the warning is shown only its button counts, because passers-by may move the pointer.
    if (store.getState().endsAtMs === null && session.store.getState().status === 'signed-in') {
      recordActivity();
    }
  };
  const onStorage = (event: Event): void => {
    if (activity.concerns(event as StorageEvent)) check();
  };
  const listen = (name: string, run: (event: Event) => void): void => {
    options.events?.addEventListener(name, run);
    scope.own(toDisposable(() => options.events?.removeEventListener(name, run)));
  };
  if (idleMs !== null) {
    for (const name of INPUT_EVENTS) listen(name, onInput);
    for (const name of WAKE_EVENTS) listen(name, check);
    listen('storage', onStorage);
    scope.own(toDisposable(session.store.subscribe(check)));
  }
  scope.own(toDisposable(() => timer?.dispose()));
  check();

  return {
    store,
    extendSession() {
      recordActivity();
      check();
    },
    keepActive() {
      activeCount += 1;
      check();
      return toDisposable(() => {
        activeCount -= 1;
        check();
      });
    },
    dispose: () => scope.dispose(),
  };
}
