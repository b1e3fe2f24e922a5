import type { Rate } from '#contracts';
import { formatFixed, formatNumber } from '#foundation';
import { statisticsTexts as texts } from '../../texts/statistics-texts.ts';

/** Hours from which a time is shown in days. */
const DAYS_FROM_HOURS = 72;

export const percentText = (share: number): string => `${formatFixed(share * 100, 1)} %`;

/** Returns the share in percent, or 'unknown'. */
export const rateText = ({ value }: Rate): string =>
  value === null ? texts.unknown : percentText(value);

/** Returns both ends of the interval; empty without cases. */
export const intervalText = ({ low, high }: Rate): string =>
  low === null || high === null ? '' : texts.cards.interval(percentText(low), percentText(high));

/** Returns a time in minutes, from an hour on in hours, and from three days on in days. */
export function timeText(hours: number | null): string {
  if (hours === null) return texts.unknown;
  if (hours < 1) return texts.minutes(formatFixed(hours * 60, 0));
  const format = (value: number): string => formatNumber(value, { maximumFractionDigits: 1 });
  return hours < DAYS_FROM_HOURS ? texts.hours(format(hours)) : texts.days(format(hours / 24));
}
