import { READER_SECONDS, type ScanReader } from '#contracts';
import type { Clock } from '#foundation';

interface Seat extends ScanReader {
  readonly untilMs: number;
}

/** What a page says of its reader. */
export type Attending = Pick<ScanReader, 'accountId' | 'name' | 'place'> & {
  readonly tab: string;
  readonly leaves: boolean;
};

/**
 * Who has which scan open. Lives in the memory of one process: it is a courtesy between readers,
 * never a lock, and whoever reads on says so again within seconds.
 */
export class ScanReaders {
  readonly #clock: Clock;
  /** By scan, then by tab. */
  readonly #seats = new Map<string, Map<string, Seat>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes down what a page says. @returns whether others see somebody come or go */
  attend(organizationId: string, scanId: string, { tab, leaves, ...who }: Attending): boolean {
    const key = `${organizationId}/${scanId}`;
    const before = this.#people(key);
    const tabs = this.#seats.get(key) ?? new Map<string, Seat>();
    const now = this.#clock.now();
    const since = tabs.get(tab)?.since ?? new Date(now).toISOString();
    if (leaves) tabs.delete(tab);
    else tabs.set(tab, { ...who, since, untilMs: now + READER_SECONDS * 1000 });
    if (tabs.size === 0) this.#seats.delete(key);
    else this.#seats.set(key, tabs);
    const after = this.#people(key);
    return before.size !== after.size || [...after].some((id) => !before.has(id));
  }

  /** Who else has the scan open; one that has several tabs is told once, by the latest. */
  others(organizationId: string, scanId: string, accountId: string): readonly ScanReader[] {
    const seats = this.#live(`${organizationId}/${scanId}`).filter(
      (seat) => seat.accountId !== accountId,
    );
    const latest = new Map(
      seats.map(({ untilMs: _until, ...reader }) => [reader.accountId, reader] as const),
    );
    return [...latest.values()].sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  #people(key: string): ReadonlySet<string> {
    return new Set(this.#live(key).map(({ accountId }) => accountId));
  }

  /** Seats that were taken up lately, the latest last; the others are given up. */
  #live(key: string): readonly Seat[] {
    const tabs = this.#seats.get(key);
    const now = this.#clock.now();
    for (const [tab, { untilMs }] of tabs ?? []) if (untilMs <= now) tabs?.delete(tab);
    if (tabs?.size === 0) this.#seats.delete(key);
    return [...(tabs?.values() ?? [])].sort((a, b) => a.untilMs - b.untilMs);
  }
}
