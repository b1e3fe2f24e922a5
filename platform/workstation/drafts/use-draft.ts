import { useCallback, useState } from 'react';
import { parseHash } from '../routing/app-path.ts';
import { useApplication } from '../start/application-context.ts';

/** What a form holds: texts, switches, numbers and lists of them. */
export type DraftValue = string | number | boolean | null | readonly (string | number)[];
export type DraftFields = Readonly<Record<string, DraftValue>>;

export interface Draft<Fields extends DraftFields> {
  readonly fields: Fields;
  /** What was typed before the session ended or the page was loaded anew has come back. */
  readonly restored: boolean;
  change(fields: Partial<Fields>): void;
  /** Call it when the form was saved or given up: nothing is kept, and the form begins anew. */
  clear(): void;
}

/**
 * The state of a form that outlives an ended session and a reload. Kept in this browser under the
 * person, the page and `name`; a form of an existing record puts the record's id into the name.
 * Fields that `initial` does not have, or has of another kind, are not taken from what was kept.
 * Signing out removes it; passwords do not belong here.
 */
export function useDraft<Fields extends DraftFields>(name: string, initial: Fields): Draft<Fields> {
  const { formDrafts } = useApplication().services;
  const [place] = useState(() => `${parseHash(window.location.hash).path}#${name}`);
  const [kept] = useState(() => fitting(initial, formDrafts.read(place)));
  const [fields, setFields] = useState<Fields>(kept ?? initial);
  const [restored, setRestored] = useState(kept !== null);
  const change = useCallback(
    (changed: Partial<Fields>) =>
      setFields((before) => {
        const next = { ...before, ...changed };
        formDrafts.write(place, next);
        return next;
      }),
    [formDrafts, place],
  );
  return {
    fields,
    restored,
    change,
    clear() {
      formDrafts.remove(place);
      setFields(initial);
      setRestored(false);
    },
  };
}

/** The kept fields over the initial ones; null when there are none that fit. */
function fitting<Fields extends DraftFields>(initial: Fields, kept: unknown): Fields | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const entries = Object.entries(kept).filter(
    ([key, value]) => Object.hasOwn(initial, key) && isOfKind(initial[key] ?? null, value),
  );
  return entries.length === 0 ? null : { ...initial, ...Object.fromEntries(entries) };
}

function isOfKind(example: DraftValue, value: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value);
  // A choice that was not made yet may have become one, and the other way round.
  if (example === null || value === null) return !Array.isArray(value);
  return typeof example === typeof value;
}
