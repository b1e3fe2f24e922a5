import { type ReadingState, readingState } from '#contracts';
import type { ListFilters } from './filters.ts';

/** A set of filters under a name that its owner gave. */
export interface SavedFilters extends ListFilters {
  readonly name: string;
}

/** So many fit into one preference with room to spare. */
export const MAX_SAVED_FILTERS = 30;
export const MAX_NAME_LENGTH = 60;

/**
 * The sets that a preference holds. Null when it can't be read: another version may have written
 * it. Filters that are no longer known stay in the set; who applies it leaves them out.
 */
export function parseSaved(text: string | undefined): readonly SavedFilters[] | null {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isSaved) ? list : null;
  } catch {
    // Cut off or not ours.
    return null;
  }
}

export function savedText(list: readonly SavedFilters[]): string {
  return JSON.stringify(list);
}

/** The list with this set, in the order of names; one of the same name is replaced. */
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

/** The set without values that its list does not offer any more. */
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
