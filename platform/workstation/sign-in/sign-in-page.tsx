import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { Button, FieldError, TextField } from '#ui/plain';
import { LanguageSelect } from '../locale/language-select.tsx';
import { signInTexts } from '../texts/sign-in-texts.ts';
import { CardForm, CardLinks, CardPage } from './card-page.tsx';
import { failureText } from './failure-text.ts';
import { storeTypedEmail, takeTypedEmail } from './typed-email.ts';

export interface SignInPageProps {
  readonly version: string;
  /** Null while unknown. */
  readonly organization: string | null;
  /** Title of the page to return to; null for none. */
  readonly returnsTo: string | null;
  /** Why sign-in is needed again, e.g. because the session has ended; null for none. */
  readonly notice: string | null;
  /** Credentials from a link; fill the form but are never sent automatically. */
  readonly prefill?: { readonly email: string; readonly password: string } | null;
  /** Called when the user starts typing, for preloading the application. */
  onStartTyping(): void;
  signIn(email: string, password: string): Promise<Result<unknown, CallProblem>>;
}

type Errors = { readonly email: string | null; readonly password: string | null };
const NO_ERRORS: Errors = { email: null, password: null };

/**
 * Returns the fields with values and errors, the failure of the last attempt and the submit
 * function.
 */
function useSignInForm(props: SignInPageProps) {
  const [typedEmail] = useState(() => takeTypedEmail(window.sessionStorage));
  const [email, setEmail] = useState(props.prefill?.email ?? typedEmail);
  const [password, setPassword] = useState(props.prefill?.password ?? '');
  const [errors, setErrors] = useState(NO_ERRORS);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const onTyped = (set: (text: string) => void) => (text: string) => {
    props.onStartTyping();
    set(text);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const formErrors: Errors = {
      email: email.trim() === '' ? signInTexts.noEmail : null,
      password: password === '' ? signInTexts.noPassword : null,
    };
    setErrors(formErrors);
    setFailure(null);
    if (formErrors.email !== null || formErrors.password !== null) return;
    setBusy(true);
    const response = await props.signIn(email.trim(), password);
    // Stays busy after success, because the page is about to be replaced.
    if (response.ok) return;
    setBusy(false);
    setFailure(failureText(response.problem));
  };
  const fields = {
    email: { value: email, onChange: onTyped(setEmail), error: errors.email },
    password: { value: password, onChange: onTyped(setPassword), error: errors.password },
  };
  return { fields, failure, busy, submit };
}

/** Card with e-mail, password and errors. */
export function SignInPage(props: SignInPageProps): ReactNode {
  const { fields, failure, busy, submit } = useSignInForm(props);
  const failureId = useId();
  const notice = props.notice ?? (props.prefill?.password ? signInTexts.fromLink : null);
  return (
    <CardPage
      organization={props.organization}
      foot={
        <>
          {signInTexts.version(props.version)}
          {props.returnsTo === null ? null : signInTexts.returnsTo(props.returnsTo)}
          <LanguageSelect
            onLeave={() => storeTypedEmail(window.sessionStorage, fields.email.value)}
          />
        </>
      }
    >
      <CardForm onSubmit={(event) => void submit(event)}>
        {notice === null ? null : <p role="status">{notice}</p>}
        <TextField
          label={signInTexts.email}
          type="email"
          name="email"
          autoComplete="username"
          size={40}
          autoFocus
          invalid={failure !== null}
          {...fields.email}
        />
        <TextField
          label={signInTexts.password}
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
          {busy ? signInTexts.signingIn : signInTexts.signIn}
        </Button>
        <CardLinks>
          <a href="#/reset-password">{signInTexts.forgot}</a>
          <a href="#/create-account">{signInTexts.create}</a>
        </CardLinks>
      </CardForm>
    </CardPage>
  );
}
