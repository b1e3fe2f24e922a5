import { type ReactNode, useEffect, useState } from 'react';
import { stampOf } from '#foundation';
import { studyTexts } from '../texts/study-texts.ts';

const { waited: texts } = studyTexts;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** Shows the time since `since`, renewed each minute; nothing for null. */
export function WaitingTime({ since }: { readonly since: string | null }): ReactNode {
  const nowMs = useMinute(since !== null);
  if (since === null) return null;
  return <span title={texts.since(stampOf(since))}>{waitedText(since, nowMs)}</span>;
}

/** Formats a waiting time in its two largest units; a time in the future counts as 0 min. */
export function waitedText(since: string, nowMs: number): string {
  const minutes = Math.max(Math.floor((nowMs - Date.parse(since)) / MINUTE_MS), 0);
  if (minutes < HOUR_MINUTES) return texts.minutes(minutes);
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours < DAY_HOURS) return texts.hours(hours, minutes % HOUR_MINUTES);
  return texts.days(Math.floor(hours / DAY_HOURS), hours % DAY_HOURS);
}

/** Returns the present time, renewed each minute while `active`. */
function useMinute(active: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, [active]);
  return nowMs;
}
