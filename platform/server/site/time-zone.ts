import type { SiteConfig } from '#contracts';

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone of a site's clocks: its configuration's, else the server's own. */
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

/** What the clocks of a zone show at an instant, counted as if they were UTC; milliseconds. */
export function wallClock(instantMs: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instantMs)) {
    parts[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The instant at which the clocks of a zone show something. Shown twice (clocks go back): the first
 * time. Never shown (clocks go forward): as much later as the clocks jump.
 */
export function instantOf(wallMs: number, timeZone: string): number {
  const offsetAt = (ms: number): number => wallClock(ms, timeZone) - ms;
  const before = wallMs - offsetAt(wallMs - DAY_MS);
  if (wallClock(before, timeZone) === wallMs) return before;
  const after = wallMs - offsetAt(wallMs + DAY_MS);
  return wallClock(after, timeZone) === wallMs ? after : before;
}
