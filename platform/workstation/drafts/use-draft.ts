import { useCallback, useEffect, useState } from 'react';
import { parseHash } from '../routing/app-path.ts';
import type { Application } from '../start/application.ts';
import { useApplication } from '../start/application-context.ts';

export interface Draft<Fields extends object> {
  readonly fields: Fields;
  /** What was typed before the session ended or the page was loaded anew has come back. */
  readonly restored: boolean;
  change(fields: Partial<Fields>): void;
  /** Call it when the form was saved or is to begin anew, `from` these fields: nothing is kept. */
  clear(from?: Fields): void;
}

/** Where a form of the present page keeps what was typed. */
const draftKeyOf = (name: string): string => `${parseHash(window.location.hash).path}#${name}`;

/** Whether a form of the present page waits for the person to come back to it. */
export function hasDraft({ services }: Pick<Application, 'services'>, name: string): boolean {
  return services.formDrafts.read(draftKeyOf(name)) !== null;
}

/**
 * The state of a form that outlives an ended session and a reload. Kept in this browser under the
 * person, the page and `name`; a form of an existing record puts its id and version into the name,
 * so that nothing is laid over what others have saved meanwhile. Leaving the form gives it up, and
 * signing out removes it. The fields are JSON; passwords do not belong here. What is kept of a field
 * that `initial` does not have, or has of another kind, is not taken.
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
      setFields((before) => {
        const next = { ...before, ...changed };
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

/** The kept fields over the initial ones; null when there are none that fit. */
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
  // A choice that was not made yet may have become one, and the other way round.
  if (example === null || value === null) return !Array.isArray(value);
  return typeof example === typeof value;
}
