import type { Clock } from '#foundation';
import type { KeyValueStorage } from './token-store.ts';

/** Unsaved form input of the signed-in user. */
export interface FormDrafts {
  /** Returns the stored draft of a form; null if none exists. */
  read(formId: string): unknown;
  /** Stores a JSON value that survives a reload and the end of the session. */
  write(formId: string, value: unknown): void;
  remove(formId: string): void;
}

/** Age at which a draft expires. */
const MAX_AGE_MS = 24 * 3_600_000;
const PREFIX = 'clockface.form.';

interface StoredDraft {
  readonly at: number;
  readonly value: unknown;
}

/**
 * Stores drafts in local storage by user and form, so that other users can't see them. Signing out
 * deletes all drafts, an ended session keeps them; expired drafts of all users are deleted.
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
        // Storage is full; the form still holds the input.
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
    // Incomplete JSON, e.g. from an interrupted write.
    return null;
  }
}
