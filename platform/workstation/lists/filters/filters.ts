import type { ReadingState } from '#contracts';
import { localTimeZone } from '#foundation';
import { recordTexts } from '../../texts/record-texts.ts';

/** A filter that offers a few values; `id` names it in saved sets. */
export interface Filter {
  readonly id: string;
  readonly title: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** Takes a range of days as well; the choices are numbers of last days. */
  readonly dates?: boolean;
}

/** Values of the filters that are on, by filter id. */
export type FilterValues = Readonly<Partial<Record<string, string>>>;

/** What narrows a list, apart from the searched words. */
export interface ListFilters {
  readonly values: FilterValues;
  readonly state: ReadingState | null;
}

export const NO_FILTERS: ListFilters = { values: {}, state: null };

/** With the value, or without the filter when it is null. */
export function withValue(filters: ListFilters, id: string, value: string | null): ListFilters {
  const values = { ...filters.values };
  if (value === null) delete values[id];
  else values[id] = value;
  return { ...filters, values };
}

export function isFiltered({ values, state }: ListFilters): boolean {
  return state !== null || Object.keys(values).length > 0;
}

const DAY_MS = 86_400_000;

/** The day from which the last `days` days count, today included; both yyyy-mm-dd. */
function daysBack(days: number, today: string): string {
  // Days of the calendar, which has no hours: counted in UTC, where none is left out.
  return new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

const RANGE = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** First and last day, both included, yyyy-mm-dd; null is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** What a date filter keeps for a range, '2026-01-01..'; null when both ends are open. */
export function rangeText({ from, to }: DayRange): string | null {
  return from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`;
}

/** The range that a value names; null for a choice like the last 30 days. */
export function rangeOf(value: string): DayRange | null {
  const match = RANGE.exec(value);
  return match === null ? null : { from: match[1] ?? null, to: match[2] ?? null };
}

/** Days as the clock of this computer counts them; an end that is left out is open. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
}

/** What a date filter's value asks for; the day `today`, yyyy-mm-dd, decides about the last days. */
export function daysOf(value: string | undefined, today: string): Days {
  if (value === undefined) return {};
  const timeZone = localTimeZone();
  const range = rangeOf(value);
  if (range === null) return { from: daysBack(Number(value), today), timeZone };
  const { from, to } = range;
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }), timeZone };
}

/** A filter's value as it is shown; null for one that the filter does not know. */
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
