import { type Disposable, toDisposable } from '#foundation';

/** Specification 9: a cache keeps at most 3 3D volumes. */
export const MAX_VOLUMES = 3;

interface Shelved {
  users: number;
  lastUse: number;
  /** When its scan was last worked with; 0: never. */
  chosen: number;
  /** Whether it may hold its full level. */
  full: boolean;
  drop: () => void;
  setFull: (full: boolean) => void;
  left: () => void;
  /** Runs from when the last view left until `left` is told. */
  leaving: ReturnType<typeof setTimeout> | null;
}

/** How one that stands on the shelf hears of it. */
export interface ShelvedVolume {
  /** It leaves the shelf. */
  drop(): void;
  /** It has to go down to its coarse level, or may have its full one. */
  setFull?(full: boolean): void;
  /** No view has shown it for a while; another layout of the same scan would have come by now. */
  left?(): void;
}

/** From the last view's leaving until it counts as left. */
const LEFT_AFTER_MS = 2_000;
const nothing = (): void => undefined;

/**
 * Which volumes stay in memory: three in all. Of those on the screen the ones that were worked with
 * last hold their full level, further ones only a coarse one; of the others the latest used stay,
 * as long as there is room. What leaves is told through its `drop`.
 */
export class VolumeShelf {
  readonly #entries = new Map<string, Shelved>();
  #clock = 0;

  /** What stood there before is dropped; the views that show it stay its users. */
  put(key: string, { drop, setFull = nothing, left = nothing }: ShelvedVolume): void {
    const present = this.#entries.get(key);
    present?.drop();
    if (present === undefined) {
      const entry = { users: 0, lastUse: ++this.#clock, chosen: 0, full: true, leaving: null };
      this.#entries.set(key, { ...entry, drop, setFull, left });
      return;
    }
    Object.assign(present, { drop, setFull, left });
    if (!present.full) setFull(false);
  }

  /** One more view shows it; dispose when that view leaves. */
  use(key: string): Disposable {
    const entry = this.#entries.get(key);
    if (entry === undefined) return toDisposable(() => undefined);
    entry.users += 1;
    if (entry.leaving !== null) clearTimeout(entry.leaving);
    entry.leaving = null;
    entry.lastUse = ++this.#clock;
    this.#settle();
    return toDisposable(() => {
      entry.users -= 1;
      if (entry.users === 0 && this.#entries.get(key) === entry) {
        entry.leaving = setTimeout(() => entry.left(), LEFT_AFTER_MS);
      }
      this.#settle();
    });
  }

  /** Its scan is being worked with now: it comes before the others. */
  choose(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.chosen = ++this.#clock;
    this.#settle();
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry?.leaving) clearTimeout(entry.leaving);
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

function setFull(entry: Shelved, full: boolean): void {
  if (entry.full === full) return;
  entry.full = full;
  entry.setFull(full);
}

/** On the screen first; there the chosen ones, then those that hold their full level already. */
function before(a: Shelved, b: Shelved): number {
  const onScreen = Number(b.users > 0) - Number(a.users > 0);
  if (onScreen !== 0) return onScreen;
  if (a.users === 0) return b.lastUse - a.lastUse;
  return b.chosen - a.chosen || Number(b.full) - Number(a.full) || a.lastUse - b.lastUse;
}
