import type { ReadingState } from '#contracts';
import { localTimeZone } from '#foundation';
import { recordTexts } from '../../texts/record-texts.ts';

/** Filter with a few choices; `id` identifies the filter in saved filter sets. */
export interface Filter {
  readonly id: string;
  readonly title: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /**
   * True when the filter also accepts a range of days; the ids of its choices are numbers of days.
   */
  readonly dates?: boolean;
}

/** Values of the active filters, by filter id. */
export type FilterValues = Readonly<Partial<Record<string, string>>>;

/** Filters of a list, without the search text. */
export interface ListFilters {
  readonly values: FilterValues;
  readonly state: ReadingState | null;
}

/** Filters of a list that shows every item. */
export const NO_FILTERS: ListFilters = { values: {}, state: null };

/** Sets the value of a filter; null removes the filter. */
export function withValue(filters: ListFilters, id: string, value: string | null): ListFilters {
  const values = { ...filters.values };
  if (value === null) delete values[id];
  else values[id] = value;
  return { ...filters, values };
}

/** Returns whether a filter or a state limits the list. */
export function isFiltered({ values, state }: ListFilters): boolean {
  return state !== null || Object.keys(values).length > 0;
}

const DAY_MS = 86_400_000;

/** Returns the first of the last `days` days, including today; both yyyy-mm-dd. */
function daysBack(days: number, today: string): string {
  // Counts calendar days in UTC, which has no daylight saving time.
  return new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

const RANGE = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** First and last day, inclusive, yyyy-mm-dd; null is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Formats a range as the value of a date filter, '2026-01-01..'; null when both ends are open. */
export function rangeText({ from, to }: DayRange): string | null {
  return from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`;
}

/** Parses a range; null for a choice, e.g. the last 30 days. */
export function rangeOf(value: string): DayRange | null {
  const match = RANGE.exec(value);
  return match === null ? null : { from: match[1] ?? null, to: match[2] ?? null };
}

/** Query parameters of a date filter: days yyyy-mm-dd, inclusive; an absent end is open. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
  /** Time zone of this computer, in which the days are meant; absent without a filter. */
  readonly timeZone?: string;
}

/**
 * Converts the value of a date filter to query parameters; periods such as the last 7 days end on
 * `today` (yyyy-mm-dd).
 */
export function daysOf(value: string | undefined, today: string): Days {
  if (value === undefined) return {};
  const timeZone = localTimeZone();
  const range = rangeOf(value);
  if (range === null) return { from: daysBack(Number(value), today), timeZone };
  const { from, to } = range;
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }), timeZone };
}

/** Returns the label of a filter value; null for an unknown value. */
export function filterValueLabel(filter: Filter, value: string): string | null {
  const choice = filter.choices.find(({ id }) => id === value);
  if (choice !== undefined) return choice.label;
  const range = filter.dates === true ? rangeOf(value) : null;
  if (range === null || rangeText(range) === null) return null;
  if (range.from === null) return recordTexts.filters.until(range.to ?? '');
  return range.to === null
    ? recordTexts.filters.since(range.from)
    : recordTexts.filters.between(range.from, range.to);
}
