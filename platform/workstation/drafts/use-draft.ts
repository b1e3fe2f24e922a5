import { useCallback, useEffect, useState } from 'react';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import { parseHash } from '../navigation/app-path.ts';

/** Entered values of a form that survive a reload. */
export interface Draft<Fields extends object> {
  readonly fields: Fields;
  /** True when entries from before a reload or the end of a session were restored. */
  readonly restored: boolean;
  change(fields: Partial<Fields>): void;
  /** Drops the draft after saving or to start over; resets the fields to `from`. */
  clear(from?: Fields): void;
}

/** Returns the draft key of a form on the current page. */
const draftKeyOf = (name: string): string => `${parseHash(window.location.hash).path}#${name}`;

/** Returns whether a form of the current page has unsaved entries. */
export function hasDraft({ services }: Pick<Application, 'services'>, name: string): boolean {
  return services.formDrafts.read(draftKeyOf(name)) !== null;
}

/**
 * Form state that survives a reload and the end of a session. Stored in this browser per user, page
 * and `name`; forms of existing records include id and version in `name`, so that a draft never
 * overlays newer changes of others. Leaving the form or signing out drops the draft. Fields are
 * JSON; never store passwords. Stored fields that `initial` lacks, or has with another type, are
 * ignored.
 */
export function useDraft<Fields extends object>(name: string, initial: Fields): Draft<Fields> {
  const { formDrafts, session } = useApplication().services;
  const [draftKey] = useState(() => draftKeyOf(name));
  const [stored] = useState(() => mergeStoredFields(initial, formDrafts.read(draftKey)));
  const [fields, setFields] = useState<Fields>(stored ?? initial);
  const [restored, setRestored] = useState(stored !== null);
  useEffect(
    () => () => {
      if (session.store.getState().status === 'signed-in') formDrafts.remove(draftKey);
    },
    [formDrafts, session, draftKey],
  );
  const change = useCallback(
    (changed: Partial<Fields>) =>
      setFields((current) => {
        const next = { ...current, ...changed };
        formDrafts.write(draftKey, next);
        return next;
      }),
    [formDrafts, draftKey],
  );
  return {
    fields,
    restored,
    change,
    clear(from = initial) {
      formDrafts.remove(draftKey);
      setFields(from);
      setRestored(false);
    },
  };
}

/** Overlays the stored fields on the initial ones; null when none match. */
function mergeStoredFields<Fields extends object>(initial: Fields, stored: unknown): Fields | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const examples = new Map<string, unknown>(Object.entries(initial));
  const entries = Object.entries(stored).filter(
    ([key, value]) => examples.has(key) && isSameKind(examples.get(key), value),
  );
  return entries.length === 0 ? null : { ...initial, ...Object.fromEntries(entries) };
}

function isSameKind(example: unknown, value: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value);
  // Null means no choice yet, so null and a value are compatible.
  if (example === null || value === null) return !Array.isArray(value);
  return typeof example === typeof value;
}
