/** A list that is on its way. */
export interface PendingRead {
  /**
   * It is here, or (`counts` is false) nothing will be taken from it. What was saved since it began
   * may be missing in it; null when nothing in it is news, as a list that began later is here already.
   */
  end(isUsable: boolean): ReadonlySet<string> | null;
}

/**
 * Lists that are read while things are saved, several at a time: each knows what was saved after it
 * began, and an older one that is late gives way to a newer one.
 */
export class PendingReads {
  readonly #savedSince = new Set<Set<string>>();
  #started = 0;
  #latest = 0;

  start(): PendingRead {
    const readNumber = ++this.#started;
    const saved = new Set<string>();
    this.#savedSince.add(saved);
    return {
      end: (isUsable) => {
        this.#savedSince.delete(saved);
        if (!isUsable || readNumber < this.#latest) return null;
        this.#latest = readNumber;
        return saved;
      },
    };
  }

  /** The server has acknowledged it. */
  saved(id: string): void {
    for (const saved of this.#savedSince) saved.add(id);
  }
}
