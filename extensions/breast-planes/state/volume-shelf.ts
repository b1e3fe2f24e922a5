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
}

/**
 * Which volumes stay in memory: three in all. Of those on the screen the ones that were worked with
 * last hold their full level, further ones only a coarse one; of the others the latest used stay,
 * as long as there is room. What leaves is told through its `drop`.
 */
export class VolumeShelf {
  readonly #entries = new Map<string, Shelved>();
  #clock = 0;

  /**
   * What stood there before is dropped; the views that show it stay its users. `setFull` is told
   * when the volume has to go down to its coarse level, and when it may have its full one.
   */
  put(key: string, drop: () => void, setFull: (full: boolean) => void = () => undefined): void {
    const present = this.#entries.get(key);
    present?.drop();
    if (present === undefined) {
      const lastUse = ++this.#clock;
      this.#entries.set(key, { users: 0, lastUse, chosen: 0, full: true, drop, setFull });
      return;
    }
    Object.assign(present, { drop, setFull });
    if (!present.full) setFull(false);
  }

  /** One more view shows it; dispose when that view leaves. */
  use(key: string): Disposable {
    const entry = this.#entries.get(key);
    if (entry === undefined) return toDisposable(() => undefined);
    entry.users += 1;
    entry.lastUse = ++this.#clock;
    this.#settle();
    return toDisposable(() => {
      entry.users -= 1;
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
