import { type ReadingState, readingState } from '#contracts';
import { formatLocale } from '#foundation';
import type { ListFilters } from './filters.ts';

/** Filter set named by its user. */
export interface SavedFilters extends ListFilters {
  readonly name: string;
}

/** Maximum number of sets, which fit well within the size limit of a preference. */
export const MAX_SAVED_FILTERS = 30;
/** Maximum length of the name of a set in characters. */
export const MAX_FILTER_NAME_LENGTH = 60;

/**
 * Parses the sets of a preference. Null when unreadable, e.g. written by another version. Keeps
 * unknown filters; `applicableFilters` drops them.
 */
export function parseSaved(text: string | undefined): readonly SavedFilters[] | null {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isSaved) ? list : null;
  } catch {
    // Truncated or from another source.
    return null;
  }
}

/** Formats the sets for a preference. */
export function formatSaved(list: readonly SavedFilters[]): string {
  return JSON.stringify(list);
}

/** Adds the set, sorted by name; replaces a set of the same name. */
export function withSaved(
  list: readonly SavedFilters[],
  added: SavedFilters,
): readonly SavedFilters[] {
  return [...withoutSaved(list, added.name), added].sort((a, b) =>
    a.name.localeCompare(b.name, formatLocale(), { numeric: true }),
  );
}

/** Removes the set with this name, ignoring case. */
export function withoutSaved(list: readonly SavedFilters[], name: string): readonly SavedFilters[] {
  return list.filter((set) => set.name.toLowerCase() !== name.toLowerCase());
}

/** Returns the filters of the set, without values that the list no longer offers. */
export function applicableFilters(
  saved: SavedFilters,
  isOffered: (filterId: string, value: string) => boolean,
): ListFilters {
  const offered = Object.entries(saved.values).filter(
    ([id, value]) => value !== undefined && isOffered(id, value),
  );
  return { values: Object.fromEntries(offered), state: saved.state };
}

function isSaved(value: unknown): value is SavedFilters {
  if (typeof value !== 'object' || value === null) return false;
  const { name, values, state } = value as Partial<SavedFilters>;
  const isState = state === null || readingState.codes.includes(state as ReadingState);
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    isState &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((value) => typeof value === 'string')
  );
}
