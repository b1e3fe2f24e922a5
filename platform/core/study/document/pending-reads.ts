/** A running read of a list. */
export interface PendingRead {
  /**
   * Ends the read; `isUsable` is false if the list is not used. Returns the ids saved since the
   * read started, which the list may lack; null if the list must be ignored, because unusable or
   * older than a list already received.
   */
  end(isUsable: boolean): ReadonlySet<string> | null;
}

/**
 * Tracks overlapping reads and the saves during each read; an older list that arrives late is
 * ignored.
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

  /** Records a save that the server has acknowledged. */
  saved(id: string): void {
    for (const saved of this.#savedSince) saved.add(id);
  }
}
