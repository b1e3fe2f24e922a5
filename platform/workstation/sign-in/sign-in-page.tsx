import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { Button, FieldError, ProductMark, TextField } from '#ui/plain';
import { failureText } from './failure-text.ts';
import styles from './sign-in-page.module.css';

export interface SignInPageProps {
  readonly version: string;
  /** Null while it is not known. */
  readonly organization: string | null;
  /** Title of the page that the person returns to, or null. */
  readonly returnsTo: string | null;
  /** Why the person is here again, e.g. that the session has ended. */
  readonly notice: string | null;
  /** Somebody has begun to type: what comes after sign-in may be fetched now. */
  onBegin(): void;
  signIn(email: string, password: string): Promise<Result<unknown, CallProblem>>;
}

type Errors = { readonly email: string | null; readonly password: string | null };
const NO_ERRORS: Errors = { email: null, password: null };

/** What was entered, what is wrong, and sending it once. */
function useSignInForm(props: SignInPageProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState(NO_ERRORS);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const typed = (set: (text: string) => void) => (text: string) => {
    props.onBegin();
    set(text);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found: Errors = {
      email: email.trim() === '' ? 'Enter your e-mail address' : null,
      password: password === '' ? 'Enter your password' : null,
    };
    setErrors(found);
    if (found.email !== null || found.password !== null) return;
    setBusy(true);
    const answer = await props.signIn(email.trim(), password);
    // After success this page is about to be replaced and stays as it is.
    if (answer.ok) return;
    setBusy(false);
    setFailure(failureText(answer.problem, Date.now()));
  };
  const fields = {
    email: { value: email, onChange: typed(setEmail), error: errors.email },
    password: { value: password, onChange: typed(setPassword), error: errors.password },
  };
  return { fields, failure, busy, submit };
}

/** One card: e-mail, password, and what went wrong beside them. */
export function SignInPage(props: SignInPageProps): ReactNode {
  const { fields, failure, busy, submit } = useSignInForm(props);
  const failureId = useId();
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.product}>
          <ProductMark size={32} />
          Clockface
        </h1>
        <p className={styles.organization}>{props.organization}</p>
      </div>
      <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
        {props.notice === null ? null : <p role="status">{props.notice}</p>}
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          size={40}
          autoFocus
          invalid={failure !== null}
          {...fields.email}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          size={40}
          invalid={failure !== null}
          {...(failure === null ? {} : { describedBy: failureId })}
          {...fields.password}
        />
        {failure === null ? null : (
          <FieldError id={failureId} alert>
            {failure}
          </FieldError>
        )}
        <Button kind="primary" size={40} type="submit" wide busy={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <p className={styles.foot}>
        Version {props.version}
        {props.returnsTo === null ? null : ` · After sign-in you return to ${props.returnsTo}`}
      </p>
    </main>
  );
}
