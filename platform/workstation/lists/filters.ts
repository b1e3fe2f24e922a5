import type { ReadingState } from '#contracts';

/** A filter that offers a few values; `id` names it in saved sets. */
export interface Filter {
  readonly id: string;
  readonly title: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
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

/** The day, yyyy-mm-dd in UTC, from which the last `days` days count, today included. */
export function daysBack(days: number, now: number): string {
  return new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
