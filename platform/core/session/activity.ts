import type { Clock } from '#foundation';
import type { KeyValueStorage } from './token-store.ts';

const KEY = 'clockface.lastActivity';
/** Pointers move often; the browser's storage need not be written with each of it. */
const WRITE_MS = 5_000;

/** When somebody last touched this browser, over all its tabs. */
export interface Activity {
  /** Milliseconds without a touch after which people are signed out; null: never. */
  readonly idleMs: number | null;
  /** Clock milliseconds; null while nothing is known. */
  lastAt(): number | null;
  touch(): void;
  /** True when a kept session has been left alone for too long. */
  isExpired(): boolean;
  /** True when a storage event of another tab tells of its activity. */
  concerns(event: Pick<StorageEvent, 'key'>): boolean;
}

export function createActivity(
  storage: KeyValueStorage,
  clock: Clock,
  idleMinutes: number,
): Activity {
  const idleMs = idleMinutes === 0 ? null : idleMinutes * 60_000;
  let written = Number.NEGATIVE_INFINITY;
  const lastAt = (): number | null => {
    const at = Date.parse(storage.getItem(KEY) ?? '');
    // A time that lies ahead, because the clock was set back, must not keep anyone signed in.
    return at <= clock.now() ? at : null;
  };
  return {
    idleMs,
    lastAt,
    touch() {
      const now = clock.now();
      if (idleMs === null) return;
      if (Math.abs(now - written) < WRITE_MS && lastAt() !== null) return;
      try {
        storage.setItem(KEY, new Date(now).toISOString());
        written = now;
      } catch {
        // No room in the storage: the time of before stands, which ends the session sooner.
      }
    },
    isExpired() {
      const at = lastAt();
      return idleMs !== null && at !== null && clock.now() - at >= idleMs;
    },
    concerns: (event) => event.key === KEY,
  };
}
