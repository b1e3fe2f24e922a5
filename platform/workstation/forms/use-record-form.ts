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
interface EntrySchema<Output> {
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
interface StoredRecord {
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** Initial values, validation and calls of a record form. */
export interface RecordFormOptions<Entries extends object, Saved extends StoredRecord> {
  /** Name of the draft; contains id and version of an existing record. See `useDraft`. */
  readonly draftName: string;
  readonly initial: Entries;
  /** Version at the start of the edit; null for a new record. */
  readonly version: number | null;
  /** Contract schema of the request. */
  readonly schema: EntrySchema<unknown>;
  /** Schema of the record in a 412 response. */
  readonly savedSchema: EntrySchema<Saved>;
  /** Form field that shows an error, by the error type of the server. */
  readonly errorFields: Readonly<Record<string, string>>;
  entriesOf(saved: Saved): Entries;
  send(
    entries: Entries,
    request: { readonly version: number | null; readonly idempotencyKey: string },
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

/** State of a record form. */
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
  /** Sets why the typed text of a field is invalid; null when valid. Blocks sending while set. */
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
export function useRecordForm<Entries extends object, Saved extends StoredRecord>(
  options: RecordFormOptions<Entries, Saved>,
): RecordForm<Entries> {
  const { initial, version } = options;
  const [base, setBase] = useState<Base<Entries>>({ entries: initial, version });
  const draft = useDraft(options.draftName, initial);
  const { fields: entries, change: setEntries } = draft;
  // Idempotency key: a retry after a lost response creates no second record.
  const [requestId, setRequestId] = useState(() => newId());
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<EditConflict<Entries> | null>(null);

  const inputErrors = useInputErrors();
  const rejectWith = (fieldErrors: FieldErrors): void => {
    setErrors(fieldErrors);
    setFailedAttempts((count) => count + 1);
  };

  const send = async (next: Entries, editBase: Base<Entries>, key: string): Promise<void> => {
    const fieldErrors = { ...errorsOf(options.schema, next), ...inputErrors.errors() };
    if (Object.keys(fieldErrors).length > 0) {
      setConflict(null);
      return rejectWith(fieldErrors);
    }
    setBusy(true);
    const request = { version: editBase.version, idempotencyKey: key };
    const response = await options.send(next, request);
    setBusy(false);
    if (response.ok) {
      draft.clear();
      return options.onSaved(response.value);
    }
    const newConflict = conflictOf(options, response.problem, editBase.entries);
    setConflict(newConflict);
    if (newConflict === null) rejectWith(errorsOfProblem(options, response.problem, next));
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
      // The other user's version becomes the base even if this attempt fails.
      const newBase = { entries: conflict.theirs, version: conflict.version };
      setBase(newBase);
      setEntries(nextEntries);
      await send(nextEntries, newBase, newId());
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
function conflictOf<Entries extends object, Saved extends StoredRecord>(
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

function errorsOfProblem(
  { errorFields }: Pick<RecordFormOptions<never, never>, 'errorFields'>,
  problem: CallProblem,
  entries: object,
): FieldErrors {
  return fieldErrorsOf(problem, errorFields, Object.keys(entries));
}

function errorsOf(schema: EntrySchema<unknown>, entries: object): FieldErrors {
  const checked = schema.safeParse(entries);
  return checked.success ? {} : issuesToErrors(checked.error.issues);
}

/** Holds why typed texts are invalid, by field; changes do not render, as the inputs show them. */
function useInputErrors() {
  const [reasons] = useState(() => new Map<string, string>());
  return {
    errors: (): FieldErrors => Object.fromEntries(reasons),
    set(field: string, reason: string | null): void {
      if (reason === null) reasons.delete(field);
      else reasons.set(field, reason);
    },
    clear: () => reasons.clear(),
  };
}

function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => field !== '' && !fields.includes(field)),
  );
}
