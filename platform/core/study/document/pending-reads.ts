/** A running read of a list. */
export interface PendingRead {
  /**
   * Ends the read; `isUsable` is false if the list can't be used, e.g. after a failure. Returns the
   * ids saved since the read started, which the list may lack; null if the list must be ignored,
   * because it is unusable or older than a list already received.
   */
  end(isUsable: boolean): ReadonlySet<string> | null;
}

/**
 * Tracks overlapping reads and the saves during each read; an older list that arrives late is
 * ignored.
 */
export class PendingReads {
  /** For each running read, the ids saved since the read started. */
  readonly #savedIdsOfReads = new Set<Set<string>>();
  #started = 0;
  /** Number of the latest read whose list was used. */
  #latest = 0;

  start(): PendingRead {
    const readNumber = ++this.#started;
    const savedIds = new Set<string>();
    this.#savedIdsOfReads.add(savedIds);
    return {
      end: (isUsable) => {
        this.#savedIdsOfReads.delete(savedIds);
        if (!isUsable || readNumber < this.#latest) return null;
        this.#latest = readNumber;
        return savedIds;
      },
    };
  }

  /** Records a save that the server has acknowledged. */
  recordSave(id: string): void {
    for (const savedIds of this.#savedIdsOfReads) savedIds.add(id);
  }
}
