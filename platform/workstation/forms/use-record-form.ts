import { type FormEvent, useState } from 'react';
import type { CallProblem } from '#core';
import { newId, type Result } from '#foundation';
import { useDraft } from '../drafts/use-draft.ts';
import {
  type FieldErrors,
  fieldErrorsOf,
  issuesToErrors,
} from '../patients/shared/field-errors.ts';

/** Subset of a contract schema that the form uses. */
interface Check<Output> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: Output }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly {
            readonly path: readonly PropertyKey[];
            readonly message: string;
          }[];
        };
      };
}

/** Fields of a stored record that an edit needs. */
interface Stored {
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

export interface RecordFormOptions<Entries extends object, Saved extends Stored> {
  /** Draft key of the entries: id and version of the record, or 'new'. */
  readonly draft: string;
  readonly initial: Entries;
  /** Version at the start of the edit; null for a new record. */
  readonly version: number | null;
  /** Contract schema of the request. */
  readonly schema: Check<unknown>;
  /** Schema of the record in a 412 response. */
  readonly savedSchema: Check<Saved>;
  /** Form field by the error type of the server. */
  readonly errorFields: Readonly<Record<string, string>>;
  entriesOf(saved: Saved): Entries;
  send(
    entries: Entries,
    how: { readonly version: number | null; readonly idempotencyKey: string },
  ): Promise<Result<Saved, CallProblem>>;
  onSaved(saved: Saved): void;
}

/** Another user saved the record after this edit started. */
export interface EditConflict<Entries> {
  readonly base: Entries;
  readonly theirs: Entries;
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

export interface RecordForm<Entries> {
  readonly entries: Entries;
  readonly errors: FieldErrors;
  /** Number of failed attempts; a change moves the focus to the first invalid field. */
  readonly failedAttempts: number;
  readonly busy: boolean;
  /** True when entries from before the end of the session were restored. */
  readonly restored: boolean;
  /** Discards the entered values. */
  startOver(): void;
  readonly conflict: EditConflict<Entries> | null;
  set(change: Partial<Entries>): void;
  /** Sets why the text of a field is not a value; null when valid. Blocks sending while set. */
  setInputError(field: keyof Entries & string, reason: string | null): void;
  submit(event?: FormEvent): Promise<void>;
  /** Saves the result of the merge view. */
  saveMerged(entries: Entries): Promise<void>;
  /** Continues with the saved version of the other user. */
  acceptTheirs(): void;
}

/** Entries and version at the start of an edit. */
interface Base<Entries> {
  readonly entries: Entries;
  readonly version: number | null;
}

/** State of a record form: entries, errors, sending and edit conflicts. */
export function useRecordForm<Entries extends object, Saved extends Stored>(
  options: RecordFormOptions<Entries, Saved>,
): RecordForm<Entries> {
  const { initial, version } = options;
  const [base, setBase] = useState<Base<Entries>>({ entries: initial, version });
  const draft = useDraft(options.draft, initial);
  const { fields: entries, change: setEntries } = draft;
  // Idempotency key: a retry after a lost response creates no second record.
  const [requestId, setRequestId] = useState(() => newId());
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<EditConflict<Entries> | null>(null);

  const inputErrors = useInputErrors();
  const rejectWith = (changes: FieldErrors): void => {
    setErrors(changes);
    setFailedAttempts((count) => count + 1);
  };

  const send = async (nextEntries: Entries, from: Base<Entries>, key: string): Promise<void> => {
    const fieldErrors = { ...errorsOf(options.schema, nextEntries), ...inputErrors.errors() };
    if (Object.keys(fieldErrors).length > 0) {
      setConflict(null);
      return rejectWith(fieldErrors);
    }
    setBusy(true);
    const request = { version: from.version, idempotencyKey: key };
    const response = await options.send(nextEntries, request);
    setBusy(false);
    if (response.ok) {
      draft.clear();
      return options.onSaved(response.value);
    }
    const other = conflictOf(options, response.problem, from.entries);
    setConflict(other);
    if (other === null) rejectWith(fieldErrorsOf(response.problem, options.errorFields));
  };

  return {
    entries,
    errors,
    failedAttempts,
    busy,
    conflict,
    restored: draft.restored,
    setInputError: inputErrors.set,
    startOver() {
      inputErrors.clear();
      draft.clear(base.entries);
      setErrors({});
    },
    set(change) {
      setEntries(change);
      setRequestId(newId());
      setErrors(withoutFields(errors, Object.keys(change)));
    },
    async submit(event) {
      event?.preventDefault();
      if (!busy) await send(entries, base, requestId);
    },
    async saveMerged(nextEntries) {
      if (conflict === null || busy) return;
      // Uses the other version as the base from now on, even if this attempt fails.
      const from = { entries: conflict.theirs, version: conflict.version };
      setBase(from);
      setEntries(nextEntries);
      await send(nextEntries, from, newId());
    },
    acceptTheirs() {
      if (conflict === null) return;
      inputErrors.clear();
      setBase({ entries: conflict.theirs, version: conflict.version });
      setEntries(conflict.theirs);
      setErrors({});
      setConflict(null);
    },
  };
}

/** Returns the conflict of a 412 response, whose body holds the current record; null otherwise. */
function conflictOf<Entries extends object, Saved extends Stored>(
  options: RecordFormOptions<Entries, Saved>,
  problem: CallProblem,
  base: Entries,
): EditConflict<Entries> | null {
  if (problem.status !== 412) return null;
  const current = options.savedSchema.safeParse(problem.data);
  if (!current.success) return null;
  const { version, updatedAt, updatedBy } = current.data;
  return { base, theirs: options.entriesOf(current.data), version, updatedAt, updatedBy };
}

function errorsOf(schema: Check<unknown>, entries: object): FieldErrors {
  const checked = schema.safeParse(entries);
  return checked.success ? {} : issuesToErrors(checked.error.issues);
}

/** Errors of texts that are not values, by field. */
function useInputErrors() {
  const [changes] = useState(() => new Map<string, string>());
  return {
    errors: (): FieldErrors => Object.fromEntries(changes),
    set(field: string, reason: string | null): void {
      if (reason === null) changes.delete(field);
      else changes.set(field, reason);
    },
    clear: () => changes.clear(),
  };
}

function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => field !== '' && !fields.includes(field)),
  );
}
