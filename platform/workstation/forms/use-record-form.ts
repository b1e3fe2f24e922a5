import { type FormEvent, useState } from 'react';
import type { CallProblem } from '#core';
import { newId, type Result } from '#foundation';
import { useDraft } from '../drafts/use-draft.ts';
import {
  type FieldErrors,
  fieldErrorsOf,
  issuesToErrors,
} from '../patients/shared/field-errors.ts';

/** What the form needs of a contract's schema. */
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

/** What an edit needs to know of a stored record. */
interface Stored {
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

export interface RecordFormOptions<Entries extends object, Saved extends Stored> {
  /** Under which name entries outlive an ended session: the record's id and version, or 'new'. */
  readonly draft: string;
  readonly initial: Entries;
  /** The version that the edit starts from; null for a new record. */
  readonly version: number | null;
  /** The contract's schema of what is sent. */
  readonly schema: Check<unknown>;
  /** Reads what a 412 answer holds. */
  readonly savedSchema: Check<Saved>;
  /** Which field a refusal by name belongs to. */
  readonly errorFields: Readonly<Record<string, string>>;
  entriesOf(saved: Saved): Entries;
  send(
    entries: Entries,
    how: { readonly version: number | null; readonly idempotencyKey: string },
  ): Promise<Result<Saved, CallProblem>>;
  onSaved(saved: Saved): void;
}

/** Someone else saved the record after this edit began. */
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
  /** Counts refused attempts, for moving the focus to the first wrong field. */
  readonly failedAttempts: number;
  readonly busy: boolean;
  /** What was entered before the session ended has come back. */
  readonly restored: boolean;
  /** Gives up what was entered. */
  startOver(): void;
  readonly conflict: EditConflict<Entries> | null;
  set(change: Partial<Entries>): void;
  /** What stands in a field is no value, and why; null: it is one. Nothing is sent until then. */
  setInputError(field: keyof Entries & string, reason: string | null): void;
  submit(event?: FormEvent): Promise<void>;
  /** Saves what the merge view made of both versions. */
  saveMerged(entries: Entries): Promise<void>;
  /** Goes on with what the other person saved. */
  acceptTheirs(): void;
}

/** What an edit started from. */
interface Base<Entries> {
  readonly entries: Entries;
  readonly version: number | null;
}

/** What was entered, what is wrong with it, sending it, and what to do when others were faster. */
export function useRecordForm<Entries extends object, Saved extends Stored>(
  options: RecordFormOptions<Entries, Saved>,
): RecordForm<Entries> {
  const [base, setBase] = useState<Base<Entries>>({
    entries: options.initial,
    version: options.version,
  });
  const draft = useDraft(options.draft, options.initial);
  const { fields: entries, change: setEntries } = draft;
  // The same entries sent again, after an answer that was lost, are the same record.
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
    const response = await options.send(nextEntries, {
      version: from.version,
      idempotencyKey: key,
    });
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
      // From here on the other version is the base, whatever becomes of this attempt.
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

/** The conflict that a 412 reports, with the current record in its body; null otherwise. */
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

/** What was typed and is no value: why, by field. */
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
