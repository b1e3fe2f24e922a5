import { type FormEvent, useState } from 'react';
import { type CallProblem, formErrorsOf } from '#core';
import { newId, type Result } from '#foundation';
import { useAdmin } from './admin-context.ts';
import { type ErrorMessages, problemText } from './use-action.ts';

/** Errors by field; the empty name holds the error of the whole form. */
export type EditErrors = Readonly<Partial<Record<string, string>>>;

/** Stored record; without a version it can be created only. */
export interface EditedRecord {
  readonly id: string;
  readonly version?: number;
}

export interface EditOptions<Entries extends object, Body, Saved extends EditedRecord> {
  /** Stored record to edit; null creates a new record. */
  readonly stored: Saved | null;
  readonly initial: Entries;
  /** Schema of the record in a 412 response. */
  readonly savedSchema: { safeParse(value: unknown): { readonly data?: Saved | undefined } };
  readonly errorMessages: ErrorMessages;
  /** Field that shows an error type of the server; other errors are shown for the whole form. */
  readonly errorFields: Readonly<Record<string, keyof Entries & string>>;
  entriesOf(saved: Saved): Entries;
  /** Converts the entries to the request body, or returns errors by field. */
  check(entries: Entries): { readonly body: Body } | { readonly errors: EditErrors };
  /**
   * Sends the body. `id` stays the same while unchanged entries are sent again, so that a retry
   * creates no second record; `version` is the version that the edit started from.
   */
  send(
    body: Body,
    record: { readonly id: string; readonly version: number },
  ): Promise<Result<Saved, CallProblem>>;
  onSaved(saved: Saved): void;
}

/** State of a form: entries, errors and version conflict. */
export interface Edit<Entries, Saved> {
  readonly entries: Entries;
  readonly errors: EditErrors;
  /** Record that someone else saved meanwhile; null without a conflict. */
  readonly theirs: Saved | null;
  readonly busy: boolean;
  /** True if the entries differ from the record as read. */
  readonly isChanged: boolean;
  set(change: Partial<Entries>): void;
  submit(event: FormEvent): void;
  acceptTheirs(): void;
  acceptMine(): void;
}

/**
 * Form state of a new or a stored record. Reports a conflict if the stored version has changed
 * meanwhile. Refreshes the counts of the page after saving.
 */
export function useEdit<Entries extends object, Body, Saved extends EditedRecord>(
  options: EditOptions<Entries, Body, Saved>,
): Edit<Entries, Saved> {
  const { refreshCounts } = useAdmin();
  const [stored, setStored] = useState(options.initial);
  const [entries, setEntries] = useState(stored);
  const [id, setId] = useState(() => newId());
  const [version, setVersion] = useState(options.stored?.version ?? 0);
  const [errors, setErrors] = useState<EditErrors>({});
  const [theirs, setTheirs] = useState<Saved | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (baseVersion: number): Promise<void> => {
    const checked = options.check(entries);
    if ('errors' in checked) return setErrors(checked.errors);
    setBusy(true);
    const response = await options.send(checked.body, { id, version: baseVersion });
    setBusy(false);
    if (response.ok) {
      refreshCounts();
      return options.onSaved(response.value);
    }
    const { problem } = response;
    const newer = problem.status === 412 ? options.savedSchema.safeParse(problem.data).data : null;
    if (newer) setTheirs(newer);
    else setErrors(errorsOf(problem, options, Object.keys(entries)));
  };
  return {
    entries,
    errors,
    theirs,
    busy,
    isChanged: JSON.stringify(entries) !== JSON.stringify(stored),
    set(change) {
      setEntries((before) => ({ ...before, ...change }));
      setId(newId());
      setErrors(without(errors, Object.keys(change)));
    },
    submit(event) {
      event.preventDefault();
      if (!busy) void send(version);
    },
    acceptTheirs() {
      if (theirs === null) return;
      const newer = options.entriesOf(theirs);
      setStored(newer);
      setEntries(newer);
      setVersion(theirs.version ?? 0);
      setErrors({});
      setTheirs(null);
    },
    acceptMine() {
      if (theirs === null) return;
      setVersion(theirs.version ?? 0);
      setTheirs(null);
      void send(theirs.version ?? 0);
    },
  };
}

/** Returns the first message of each field; issues without a field belong to the whole form. */
export function issueErrors(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): EditErrors {
  const pairs = issues.map(({ path, message }) => [String(path[0] ?? ''), message]);
  return Object.fromEntries(pairs.reverse());
}

function errorsOf(
  problem: CallProblem,
  {
    errorMessages,
    errorFields,
  }: Pick<EditOptions<never, never, never>, 'errorMessages' | 'errorFields'>,
  fields: readonly string[],
): EditErrors {
  if (problem.fields.length > 0) return formErrorsOf(problem, fields);
  return { [errorFields[problem.errorType ?? ''] ?? '']: problemText(problem, errorMessages) };
}

function without(errors: EditErrors, fields: readonly string[]): EditErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => field !== '' && !fields.includes(field)),
  );
}
