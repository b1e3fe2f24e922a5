import { type Disposable, toDisposable } from '#foundation';

/** Specification 9: a cache keeps at most 3 3D volumes. */
export const MAX_VOLUMES = 3;

interface Shelved {
  users: number;
  lastUse: number;
  drop: () => void;
}

/**
 * Which volumes stay in memory: those on the screen always, of the others the latest used, three
 * in all. What leaves is told through its `drop`.
 */
export class VolumeShelf {
  readonly #entries = new Map<string, Shelved>();
  #clock = 0;

  /** What stood there before is dropped; the views that show it stay its users. */
  put(key: string, drop: () => void): void {
    const present = this.#entries.get(key);
    present?.drop();
    if (present === undefined) this.#entries.set(key, { users: 0, lastUse: ++this.#clock, drop });
    else present.drop = drop;
  }

  /** One more view shows it; dispose when that view leaves. */
  use(key: string): Disposable {
    const entry = this.#entries.get(key);
    if (entry === undefined) return toDisposable(() => undefined);
    entry.users += 1;
    entry.lastUse = ++this.#clock;
    this.#evict();
    return toDisposable(() => {
      entry.users -= 1;
      this.#evict();
    });
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    entry?.drop();
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.remove(key);
  }

  #evict(): void {
    const idle = [...this.#entries]
      .filter(([, entry]) => entry.users === 0)
      .sort(([, a], [, b]) => a.lastUse - b.lastUse);
    for (const [key] of idle) {
      if (this.#entries.size <= MAX_VOLUMES) return;
      this.remove(key);
    }
  }
}
