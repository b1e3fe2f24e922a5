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

/** Of one account on one scan; more are no reading. */
export const MOST_TABS = 8;

/**
 * Who has which scan open. Lives in the memory of one process: it is a courtesy between readers,
 * never a lock, and whoever reads on says so again within seconds.
 */
export class ScanReaders {
  readonly #clock: Clock;
  /** By scan, then by account and tab. */
  readonly #seats = new Map<string, Map<string, Seat>>();
  #sweptMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seats that are kept, for whoever watches the memory. */
  get size(): number {
    return [...this.#seats.values()].reduce((sum, tabs) => sum + tabs.size, 0);
  }

  /** Takes down what a page says. @returns whether others see somebody come or go */
  attend(organizationId: string, scanId: string, { tab, leaves, ...who }: Attending): boolean {
    this.#sweep();
    const key = `${organizationId}/${scanId}`;
    const before = this.#people(key);
    const tabs = this.#seats.get(key) ?? new Map<string, Seat>();
    const now = this.#clock.now();
    const seat = `${who.accountId} ${tab}`;
    const since = tabs.get(seat)?.since ?? new Date(now).toISOString();
    // Taken anew the seat comes last, so that the first of an account's is its oldest.
    tabs.delete(seat);
    if (!leaves) tabs.set(seat, { ...who, since, untilMs: now + READER_SECONDS * 1000 });
    const own = [...tabs].filter(([, { accountId }]) => accountId === who.accountId);
    for (const [old] of own.slice(0, Math.max(0, own.length - MOST_TABS))) tabs.delete(old);
    if (tabs.size === 0) this.#seats.delete(key);
    else this.#seats.set(key, tabs);
    const after = this.#people(key);
    return before.size !== after.size || [...after].some((id) => !before.has(id));
  }

  /** Now and then gives up the seats of scans that nobody asks for any more. */
  #sweep(): void {
    const now = this.#clock.now();
    if (now - this.#sweptMs < READER_SECONDS * 1000) return;
    this.#sweptMs = now;
    for (const key of [...this.#seats.keys()]) this.#live(key);
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
