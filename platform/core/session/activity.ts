import type { Clock } from '#foundation';
import type { KeyValueStorage } from './token-store.ts';

const KEY = 'clockface.lastActivity';
/** Minimum interval between writes in ms, because pointers move often. */
const WRITE_MS = 5_000;

/** Time of the last input in this browser, shared by all tabs. */
export interface Activity {
  /** Idle time in ms until sign-out; null disables the sign-out. */
  readonly idleMs: number | null;
  /** Time in ms since 1970; null if unknown. */
  lastAt(): number | null;
  /** Records input; stored at most every 5 s. */
  touch(): void;
  /** True if the stored session has been idle for too long. */
  isExpired(): boolean;
  /** True if a storage event reports activity in another tab. */
  concerns(event: Pick<StorageEvent, 'key'>): boolean;
}

export function createActivity(
  storage: KeyValueStorage,
  clock: Clock,
  idleMinutes: number,
): Activity {
  const idleMs = idleMinutes === 0 ? null : idleMinutes * 60_000;
  let lastWrittenAt = Number.NEGATIVE_INFINITY;
  const lastAt = (): number | null => {
    const at = Date.parse(storage.getItem(KEY) ?? '');
    // Ignores a time in the future (the clock was set back), which would keep the session alive.
    return at <= clock.now() ? at : null;
  };
  return {
    idleMs,
    lastAt,
    touch() {
      const now = clock.now();
      if (idleMs === null) return;
      if (Math.abs(now - lastWrittenAt) < WRITE_MS && lastAt() !== null) return;
      try {
        storage.setItem(KEY, new Date(now).toISOString());
        lastWrittenAt = now;
      } catch {
        // Storage is full: the older time stays, which ends the session sooner.
      }
    },
    isExpired() {
      const at = lastAt();
      return idleMs !== null && at !== null && clock.now() - at >= idleMs;
    },
    concerns: (event) => event.key === KEY,
  };
}
