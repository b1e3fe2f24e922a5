import { type ReadingState, readingState } from '#contracts';
import type { ListFilters } from './filters.ts';

/** Filter set named by its user. */
export interface SavedFilters extends ListFilters {
  readonly name: string;
}

/** Maximum number of sets; fits well within a preference. */
export const MAX_SAVED_FILTERS = 30;
export const MAX_NAME_LENGTH = 60;

/**
 * Parses the sets of a preference. Null when unreadable, e.g. written by another version. Keeps
 * unknown filters; `applicable` drops them.
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

export function savedText(list: readonly SavedFilters[]): string {
  return JSON.stringify(list);
}

/** Adds the set, sorted by name; replaces a set of the same name. */
export function withSaved(
  list: readonly SavedFilters[],
  added: SavedFilters,
): readonly SavedFilters[] {
  return [...withoutSaved(list, added.name), added].sort((a, b) =>
    a.name.localeCompare(b.name, 'en', { numeric: true }),
  );
}

export function withoutSaved(list: readonly SavedFilters[], name: string): readonly SavedFilters[] {
  return list.filter((set) => set.name.toLowerCase() !== name.toLowerCase());
}

/** Returns the set without values that its list no longer offers. */
export function applicable(
  saved: SavedFilters,
  offers: (filterId: string, value: string) => boolean,
): ListFilters {
  const offered = Object.entries(saved.values).filter(
    ([id, value]) => value !== undefined && offers(id, value),
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
