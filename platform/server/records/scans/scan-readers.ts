import { READER_SECONDS, type ScanReader } from '#contracts';
import type { Clock } from '#foundation';

interface Presence extends ScanReader {
  readonly untilMs: number;
}

/** What a page says of its reader. */
export type PresenceReport = Pick<ScanReader, 'accountId' | 'name' | 'place'> & {
  readonly tab: string;
  readonly leaves: boolean;
};

/** Of one account on one scan; more are no reading. */
export const MAX_TABS = 8;

/**
 * Who has which scan open. Lives in the memory of one process: it is a courtesy between readers,
 * never a lock, and whoever reads on says so again within seconds.
 */
export class ScanReaders {
  readonly #clock: Clock;
  /** By scan, then by account and tab. */
  readonly #presences = new Map<string, Map<string, Presence>>();
  #purgedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seats that are kept, for whoever watches the memory. */
  get size(): number {
    return [...this.#presences.values()].reduce((sum, tabs) => sum + tabs.size, 0);
  }

  /** Takes down what a page says. @returns whether others see somebody come or go */
  report(
    organizationId: string,
    scanId: string,
    { tab, leaves, ...reader }: PresenceReport,
  ): boolean {
    this.#purge();
    const key = `${organizationId}/${scanId}`;
    const before = this.#readerIds(key);
    const tabs = this.#presences.get(key) ?? new Map<string, Presence>();
    const now = this.#clock.now();
    const tabKey = `${reader.accountId} ${tab}`;
    const since = tabs.get(tabKey)?.since ?? new Date(now).toISOString();
    // Taken anew the seat comes last, so that the first of an account's is its oldest.
    tabs.delete(tabKey);
    if (!leaves) tabs.set(tabKey, { ...reader, since, untilMs: now + READER_SECONDS * 1000 });
    const ownTabs = [...tabs].filter(([, { accountId }]) => accountId === reader.accountId);
    for (const [old] of ownTabs.slice(0, Math.max(0, ownTabs.length - MAX_TABS))) tabs.delete(old);
    if (tabs.size === 0) this.#presences.delete(key);
    else this.#presences.set(key, tabs);
    const after = this.#readerIds(key);
    return before.size !== after.size || [...after].some((id) => !before.has(id));
  }

  /** Now and then gives up the seats of scans that nobody asks for any more. */
  #purge(): void {
    const now = this.#clock.now();
    if (now - this.#purgedMs < READER_SECONDS * 1000) return;
    this.#purgedMs = now;
    for (const key of [...this.#presences.keys()]) this.#live(key);
  }

  /** Who else has the scan open; one that has several tabs is told once, by the latest. */
  others(organizationId: string, scanId: string, accountId: string): readonly ScanReader[] {
    const presences = this.#live(`${organizationId}/${scanId}`).filter(
      (presence) => presence.accountId !== accountId,
    );
    const latest = new Map(
      presences.map(({ untilMs: _until, ...reader }) => [reader.accountId, reader] as const),
    );
    return [...latest.values()].sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  #readerIds(key: string): ReadonlySet<string> {
    return new Set(this.#live(key).map(({ accountId }) => accountId));
  }

  /** Seats that were taken up lately, the latest last; the others are given up. */
  #live(key: string): readonly Presence[] {
    const tabs = this.#presences.get(key);
    const now = this.#clock.now();
    for (const [tab, { untilMs }] of tabs ?? []) if (untilMs <= now) tabs?.delete(tab);
    if (tabs?.size === 0) this.#presences.delete(key);
    return [...(tabs?.values() ?? [])].sort((a, b) => a.untilMs - b.untilMs);
  }
}
