import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';

/** What checks a body: the schema of the route that takes it, the same on both sides. */
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

export interface AccountFormOptions<Name extends string, Answer> {
  readonly initial: Readonly<Record<Name, string>>;
  readonly schema: BodySchema | undefined;
  /** The body of the call; what it holds beyond the fields comes from the page, e.g. a token. */
  bodyOf(values: Readonly<Record<Name, string>>): unknown;
  send(values: Readonly<Record<Name, string>>): Promise<Result<Answer, CallProblem>>;
  onDone(answer: Answer, values: Readonly<Record<Name, string>>): void;
}

export interface AccountForm<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  /** A refusal that belongs to no field; a new try takes it away. */
  readonly failure: CallProblem | null;
  readonly busy: boolean;
  /** What a TextField of this name needs. */
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
 * A form of a few texts that is checked before it is sent and sent once. What the server says of a
 * field stands beside it; the first wrong field takes the focus.
 */
export function useAccountForm<Name extends string, Answer>(
  options: AccountFormOptions<Name, Answer>,
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
    const found = errorsOf(schema?.safeParse(bodyOf(values)).error?.issues ?? []);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const answer = await send(values);
    setBusy(false);
    if (answer.ok) return onDone(answer.value, values);
    const { fields } = answer.problem;
    const said = errorsOf(fields.map(({ field, message }) => ({ path: [field], message })));
    // A field that this form does not have, e.g. the token: it is told for the whole form.
    const known = Object.keys(said).some((name) => Object.hasOwn(initial, name));
    if (known) setErrors(said);
    else setFailure(answer.problem);
  };
  return {
    values,
    failure,
    busy,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
    }),
    submit(event) {
      event.preventDefault();
      form.current = event.currentTarget;
      if (!busy) void run();
    },
  };
}
