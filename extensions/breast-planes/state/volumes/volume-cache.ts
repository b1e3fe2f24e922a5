import { type Disposable, toDisposable } from '#foundation';

/** Maximum number of volumes in memory; prescribed. */
export const MAX_VOLUMES = 3;

interface CacheEntry {
  users: number;
  lastUse: number;
  /** Logical time at which the scan was last active; 0: never. */
  lastActive: number;
  /** Whether the volume may hold its full level. */
  full: boolean;
  drop: () => void;
  setFull: (full: boolean) => void;
  onIdle: () => void;
  /** Runs from the release by the last view until `onIdle`; null otherwise. */
  releaseTimer: ReturnType<typeof setTimeout> | null;
}

/** Callbacks of a cached volume. */
export interface CachedVolume {
  /** Called when the volume leaves the cache. */
  drop(): void;
  /** Called with false to fall back to the coarse level, with true to allow the full level. */
  setFull?(full: boolean): void;
  /**
   * Called after `IDLE_AFTER_MS` without a view, when no other layout of the same scan has taken
   * over.
   */
  onIdle?(): void;
}

/** Time from the release by the last view until the volume counts as idle. */
const IDLE_AFTER_MS = 2_000;
const noop = (): void => undefined;

/**
 * Decides which volumes stay in memory: three in all. Of the visible volumes, the three most
 * recently active may hold their full level, all others only a coarse level. Volumes without a view
 * stay while there is space, the most recently used first. Calls `drop` of removed volumes.
 */
export class VolumeCache {
  readonly #entries = new Map<string, CacheEntry>();
  #clock = 0;

  /** Drops the previous volume of the key; its views stay users. */
  put(key: string, { drop, setFull = noop, onIdle = noop }: CachedVolume): void {
    const present = this.#entries.get(key);
    present?.drop();
    if (present === undefined) {
      const entry = {
        users: 0,
        lastUse: ++this.#clock,
        lastActive: 0,
        full: true,
        releaseTimer: null,
      };
      this.#entries.set(key, { ...entry, drop, setFull, onIdle });
      return;
    }
    Object.assign(present, { drop, setFull, onIdle });
    if (!present.full) setFull(false);
  }

  /** Registers a view of the volume; dispose when the view leaves. */
  use(key: string): Disposable {
    const entry = this.#entries.get(key);
    if (entry === undefined) return toDisposable(() => undefined);
    entry.users += 1;
    if (entry.releaseTimer !== null) clearTimeout(entry.releaseTimer);
    entry.releaseTimer = null;
    entry.lastUse = ++this.#clock;
    this.#applyLimits();
    return toDisposable(() => {
      entry.users -= 1;
      if (entry.users === 0 && this.#entries.get(key) === entry) {
        entry.releaseTimer = setTimeout(() => entry.onIdle(), IDLE_AFTER_MS);
      }
      this.#applyLimits();
    });
  }

  /** Marks the scan as active, which ranks its volume first. */
  markActive(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.lastActive = ++this.#clock;
    this.#applyLimits();
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry?.releaseTimer) clearTimeout(entry.releaseTimer);
    entry?.drop();
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.remove(key);
  }

  #applyLimits(): void {
    const ranked = [...this.#entries].sort(([, a], [, b]) => byPriority(a, b));
    for (const [key, entry] of ranked.slice(MAX_VOLUMES)) {
      if (entry.users === 0) this.remove(key);
      else setFull(entry, false);
    }
    for (const [, entry] of ranked.slice(0, MAX_VOLUMES)) setFull(entry, true);
  }
}

function setFull(entry: CacheEntry, full: boolean): void {
  if (entry.full === full) return;
  entry.full = full;
  entry.setFull(full);
}

/**
 * Compares two entries: visible volumes first, the most recently active first and volumes with a
 * full level before others; then the volumes without a view, the most recently used first.
 */
function byPriority(a: CacheEntry, b: CacheEntry): number {
  const onScreen = Number(b.users > 0) - Number(a.users > 0);
  if (onScreen !== 0) return onScreen;
  if (a.users === 0) return b.lastUse - a.lastUse;
  return b.lastActive - a.lastActive || Number(b.full) - Number(a.full) || a.lastUse - b.lastUse;
}
