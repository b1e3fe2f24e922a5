import type { Clock } from '#foundation';
import type { KeyValueStorage } from './token-store.ts';

/** What was typed into forms and not saved, of the person who is signed in. */
export interface FormDrafts {
  /** What was kept for this place, as it was written; null when there is nothing. */
  read(formId: string): unknown;
  /** Keeps JSON for when the session ends or the page is loaded anew. */
  write(formId: string, value: unknown): void;
  remove(formId: string): void;
}

/** Who comes back the day after begins anew. */
const MAX_AGE_MS = 24 * 3_600_000;
const PREFIX = 'clockface.form.';

interface StoredDraft {
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
  const keyOf = (formId: string): string | null => {
    const id = userId();
    return id === null ? null : `${PREFIX}${id}.${formId}`;
  };
  const isTooOld = (draft: StoredDraft): boolean => clock.now() - draft.at >= MAX_AGE_MS;
  const keys = Array.from({ length: storage.length }, (_, idx) => storage.key(idx) ?? '');
  for (const key of keys.filter((storageKey) => storageKey.startsWith(PREFIX))) {
    const draft = parse(storage.getItem(key));
    if (draft === null || isTooOld(draft)) storage.removeItem(key);
  }
  return {
    read(formId) {
      const key = keyOf(formId);
      const draft = key === null ? null : parse(storage.getItem(key));
      if (key === null || draft === null) return null;
      if (!isTooOld(draft)) return draft.value;
      storage.removeItem(key);
      return null;
    },
    write(formId, value) {
      const key = keyOf(formId);
      if (key === null) return;
      try {
        storage.setItem(key, JSON.stringify({ at: clock.now(), value }));
      } catch {
        // No room: what was typed still stands in the form.
      }
    },
    remove(formId) {
      const key = keyOf(formId);
      if (key !== null) storage.removeItem(key);
    },
  };
}

function parse(text: string | null): StoredDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<StoredDraft> | null;
    return typeof draft?.at === 'number' ? { at: draft.at, value: draft.value ?? null } : null;
  } catch {
    // Cut off while it was written.
    return null;
  }
}
