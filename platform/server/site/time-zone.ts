import type { SiteConfig } from '#contracts';

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time zone of the site configuration, else of the server. */
export function timeZoneOf(config: Pick<SiteConfig, 'timeZone'>): string {
  return config.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const two = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the wall-clock time of a zone at an instant, in ms as if the time were UTC. */
export function wallClock(instantMs: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instantMs)) {
    parts[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Returns the instant of a wall-clock time in a zone. A repeated time (clock set back) yields its
 * first occurrence; a skipped time (clock set forward) is moved later by the skipped interval.
 */
export function instantOf(wallMs: number, timeZone: string): number {
  const offsetAt = (ms: number): number => wallClock(ms, timeZone) - ms;
  // A clock change within a day leaves two candidates: with the offset before and after the change.
  const withEarlierOffset = wallMs - offsetAt(wallMs - DAY_MS);
  if (wallClock(withEarlierOffset, timeZone) === wallMs) return withEarlierOffset;
  const withLaterOffset = wallMs - offsetAt(wallMs + DAY_MS);
  return wallClock(withLaterOffset, timeZone) === wallMs ? withLaterOffset : withEarlierOffset;
}
