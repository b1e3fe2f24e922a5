import { type Disposable, toDisposable } from '#foundation';

/** Specification 9: a cache keeps at most 3 3D volumes. */
export const MAX_VOLUMES = 3;

interface CacheEntry {
  users: number;
  lastUse: number;
  /** When its scan was last worked with; 0: never. */
  lastActive: number;
  /** Whether it may hold its full level. */
  full: boolean;
  drop: () => void;
  setFull: (full: boolean) => void;
  onIdle: () => void;
  /** Runs from when the last view left until `left` is told. */
  releaseTimer: ReturnType<typeof setTimeout> | null;
}

/** How one that stands on the shelf hears of it. */
export interface CachedVolume {
  /** It leaves the shelf. */
  drop(): void;
  /** It has to go down to its coarse level, or may have its full one. */
  setFull?(full: boolean): void;
  /** No view has shown it for a while; another layout of the same scan would have come by now. */
  onIdle?(): void;
}

/** From the last view's leaving until it counts as left. */
const IDLE_AFTER_MS = 2_000;
const noop = (): void => undefined;

/**
 * Which volumes stay in memory: three in all. Of those on the screen the ones that were worked with
 * last hold their full level, further ones only a coarse one; of the others the latest used stay,
 * as long as there is room. What leaves is told through its `drop`.
 */
export class VolumeCache {
  readonly #entries = new Map<string, CacheEntry>();
  #clock = 0;

  /** What stood there before is dropped; the views that show it stay its users. */
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

  /** One more view shows it; dispose when that view leaves. */
  use(key: string): Disposable {
    const entry = this.#entries.get(key);
    if (entry === undefined) return toDisposable(() => undefined);
    entry.users += 1;
    if (entry.releaseTimer !== null) clearTimeout(entry.releaseTimer);
    entry.releaseTimer = null;
    entry.lastUse = ++this.#clock;
    this.#settle();
    return toDisposable(() => {
      entry.users -= 1;
      if (entry.users === 0 && this.#entries.get(key) === entry) {
        entry.releaseTimer = setTimeout(() => entry.onIdle(), IDLE_AFTER_MS);
      }
      this.#settle();
    });
  }

  /** Its scan is being worked with now: it comes before the others. */
  markActive(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.lastActive = ++this.#clock;
    this.#settle();
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

  #settle(): void {
    const ranked = [...this.#entries].sort(([, a], [, b]) => before(a, b));
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

/** On the screen first; there the chosen ones, then those that hold their full level already. */
function before(a: CacheEntry, b: CacheEntry): number {
  const onScreen = Number(b.users > 0) - Number(a.users > 0);
  if (onScreen !== 0) return onScreen;
  if (a.users === 0) return b.lastUse - a.lastUse;
  return b.lastActive - a.lastActive || Number(b.full) - Number(a.full) || a.lastUse - b.lastUse;
}
