import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CallProblem, formErrorsOf } from '#core';
import type { Result } from '#foundation';

/** Validator of a request body: the schema of the route, shared with the server. */
export interface BodySchema {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly error?: {
      readonly issues: readonly {
        readonly path: readonly PropertyKey[];
        readonly message: string;
      }[];
    };
  };
}

/** Fields, validation and call of an account form. */
export interface AccountFormOptions<Name extends string, Value> {
  readonly initial: Readonly<Record<Name, string>>;
  /** Validates the body before sending; undefined skips validation. */
  readonly schema: BodySchema | undefined;
  /** Returns the body that `schema` validates; may add values without a field, e.g. a token. */
  bodyOf(values: Readonly<Record<Name, string>>): unknown;
  send(values: Readonly<Record<Name, string>>): Promise<Result<Value, CallProblem>>;
  /** Called after success with the response and the sent field values. */
  onDone(value: Value, values: Readonly<Record<Name, string>>): void;
}

/** State of an account form. */
export interface AccountForm<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  /** Error that belongs to no field; cleared by the next attempt. */
  readonly failure: CallProblem | null;
  readonly busy: boolean;
  /** Returns the props of the TextField with this name. */
  field(name: Name): {
    readonly name: string;
    readonly value: string;
    readonly error: string | null;
    onChange(value: string): void;
  };
  submit(event: FormEvent): void;
}

type Errors = Readonly<Record<string, string>>;

function errorsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Errors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/**
 * Manages a form of text fields: validates before sending and prevents a second submit while busy.
 * Shows server errors beside their fields and focuses the first invalid field.
 */
export function useAccountForm<Name extends string, Value>(
  options: AccountFormOptions<Name, Value>,
): AccountForm<Name> {
  const { initial, schema, bodyOf, send, onDone } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<CallProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<Element | null>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const run = async (): Promise<void> => {
    const formErrors = errorsOf(schema?.safeParse(bodyOf(values)).error?.issues ?? []);
    setErrors(formErrors);
    setFailure(null);
    if (Object.keys(formErrors).length > 0) return;
    setBusy(true);
    const response = await send(values);
    setBusy(false);
    if (response.ok) return onDone(response.value, values);
    const { problem } = response;
    const { '': otherError, ...serverErrors } = formErrorsOf(problem, Object.keys(initial));
    setErrors(serverErrors);
    // Shows errors of fields that the form does not have, e.g. the token, for the whole form.
    if (Object.keys(serverErrors).length === 0) setFailure(problem);
    else if (otherError !== undefined) setFailure({ ...problem, title: otherError });
  };
  return {
    values,
    failure,
    busy,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (value) => setValues((current) => ({ ...current, [name]: value })),
    }),
    submit(event) {
      event.preventDefault();
      form.current = event.currentTarget;
      if (!busy) void run();
    },
  };
}
