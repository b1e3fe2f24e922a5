import { READER_SECONDS, type ScanReader } from '#contracts';
import type { Clock } from '#foundation';
import type { OpenScans, PresenceReport } from '../../http/server-deps.ts';

interface Presence extends ScanReader {
  /** Time when the presence expires unless the page reports again; milliseconds since 1970. */
  readonly untilMs: number;
}

/** Maximum tabs of an account per scan; more are not plausible. */
export const MAX_TABS = 8;

/**
 * Tracks which readers have which scan open, in the memory of one process. No other storage is
 * needed, because presence locks nothing and pages report again within seconds.
 */
export class ScanReaders implements OpenScans {
  readonly #clock: Clock;
  /** Presences by scan, then by account and tab. */
  readonly #presences = new Map<string, Map<string, Presence>>();
  /** Time of the last purge; milliseconds since 1970. */
  #purgedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of presences, for memory monitoring. */
  get size(): number {
    return [...this.#presences.values()].reduce((sum, tabs) => sum + tabs.size, 0);
  }

  /**
   * Records a page's report.
   * @returns true when the set of readers of the scan has changed
   */
  report(
    organizationId: string,
    scanId: string,
    { tab, leaves, ...reader }: PresenceReport,
  ): boolean {
    this.#purge();
    const key = `${organizationId}/${scanId}`;
    const readersBefore = this.#readerIds(key);
    const tabs = this.#presences.get(key) ?? new Map<string, Presence>();
    const now = this.#clock.now();
    const tabKey = `${reader.accountId} ${tab}`;
    const since = tabs.get(tabKey)?.since ?? new Date(now).toISOString();
    // Re-inserts the tab at the end of the map, so that tabs are in the order of their last reports
    // and the surplus tabs below are those with the oldest reports.
    tabs.delete(tabKey);
    if (!leaves) tabs.set(tabKey, { ...reader, since, untilMs: now + READER_SECONDS * 1000 });
    const ownTabs = [...tabs].filter(([, { accountId }]) => accountId === reader.accountId);
    const surplus = Math.max(0, ownTabs.length - MAX_TABS);
    for (const [oldestKey] of ownTabs.slice(0, surplus)) tabs.delete(oldestKey);
    if (tabs.size === 0) this.#presences.delete(key);
    else this.#presences.set(key, tabs);
    const readersAfter = this.#readerIds(key);
    return (
      readersBefore.size !== readersAfter.size ||
      [...readersAfter].some((id) => !readersBefore.has(id))
    );
  }

  /**
   * Removes expired presences of all scans at intervals, because scans without requests would stay
   * in memory.
   */
  #purge(): void {
    const now = this.#clock.now();
    if (now - this.#purgedMs < READER_SECONDS * 1000) return;
    this.#purgedMs = now;
    for (const key of [...this.#presences.keys()]) this.#live(key);
  }

  /**
   * Returns the other readers of the scan; an account with several tabs appears once, with its
   * latest tab.
   */
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

  /** Returns whether another account has the scan open. */
  hasOther(organizationId: string, scanId: string, accountId: string | null): boolean {
    return [...this.#readerIds(`${organizationId}/${scanId}`)].some((id) => id !== accountId);
  }

  /** Returns the unexpired presences, the latest last, and removes the expired ones. */
  #live(key: string): readonly Presence[] {
    const tabs = this.#presences.get(key);
    const now = this.#clock.now();
    for (const [tab, { untilMs }] of tabs ?? []) if (untilMs <= now) tabs?.delete(tab);
    if (tabs?.size === 0) this.#presences.delete(key);
    return [...(tabs?.values() ?? [])].sort((a, b) => a.untilMs - b.untilMs);
  }
}
