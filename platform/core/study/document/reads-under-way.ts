/** A list that is on its way. */
export interface ReadUnderWay {
  /**
   * It is here, or (`counts` is false) nothing will be taken from it. What was saved since it began
   * may be missing in it; null when nothing in it is news, as a list that began later is here already.
   */
  end(counts: boolean): ReadonlySet<string> | null;
}

/**
 * Lists that are read while things are saved, several at a time: each knows what was saved after it
 * began, and an older one that is late gives way to a newer one.
 */
export class ReadsUnderWay {
  readonly #savedSince = new Set<Set<string>>();
  #begun = 0;
  #latest = 0;

  begin(): ReadUnderWay {
    const turn = ++this.#begun;
    const saved = new Set<string>();
    this.#savedSince.add(saved);
    return {
      end: (counts) => {
        this.#savedSince.delete(saved);
        if (!counts || turn < this.#latest) return null;
        this.#latest = turn;
        return saved;
      },
    };
  }

  /** The server has acknowledged it. */
  saved(id: string): void {
    for (const saved of this.#savedSince) saved.add(id);
  }
}
