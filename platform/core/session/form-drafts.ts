import type { Clock } from '#foundation';
import type { KeyValueStorage } from './token-store.ts';

/** What was typed into forms and not saved, of the person who is signed in. */
export interface FormDrafts {
  /** What was kept for this place, as it was written; null when there is nothing. */
  read(place: string): unknown;
  /** Keeps JSON for when the session ends or the page is loaded anew. */
  write(place: string, value: unknown): void;
  remove(place: string): void;
}

/** Who comes back the day after begins anew. */
const LIFE_MS = 24 * 3_600_000;
const PREFIX = 'clockface.form.';

interface Kept {
  readonly at: number;
  readonly value: unknown;
}

/**
 * Keeps drafts in local storage under the person and the place, so that nobody sees another's.
 * Signing out removes all of them, an ended session none; what
 * is too old goes, whoever's it is.
 */
export function createFormDrafts(
  storage: KeyValueStorage,
  clock: Clock,
  userId: () => string | null,
): FormDrafts {
  const keyOf = (place: string): string | null => {
    const id = userId();
    return id === null ? null : `${PREFIX}${id}.${place}`;
  };
  const isTooOld = (kept: Kept): boolean => clock.now() - kept.at >= LIFE_MS;
  const keys = Array.from({ length: storage.length }, (_, idx) => storage.key(idx) ?? '');
  for (const key of keys.filter((one) => one.startsWith(PREFIX))) {
    const kept = parse(storage.getItem(key));
    if (kept === null || isTooOld(kept)) storage.removeItem(key);
  }
  return {
    read(place) {
      const key = keyOf(place);
      const kept = key === null ? null : parse(storage.getItem(key));
      if (key === null || kept === null) return null;
      if (!isTooOld(kept)) return kept.value;
      storage.removeItem(key);
      return null;
    },
    write(place, value) {
      const key = keyOf(place);
      if (key === null) return;
      try {
        storage.setItem(key, JSON.stringify({ at: clock.now(), value }));
      } catch {
        // No room: what was typed still stands in the form.
      }
    },
    remove(place) {
      const key = keyOf(place);
      if (key !== null) storage.removeItem(key);
    },
  };
}

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    return typeof kept?.at === 'number' ? { at: kept.at, value: kept.value ?? null } : null;
  } catch {
    // Cut off while it was written.
    return null;
  }
}
