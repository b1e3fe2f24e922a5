import { type ReactNode, useEffect, useId } from 'react';
import { Link } from 'react-router-dom';
import type { CallProblem } from '#core';
import { Button, FieldError } from '#ui';
import { CardForm, CardLinks, CardPage, CardSection } from '../sign-in/card-page.tsx';
import { useOrganizationName } from '../sign-in/use-organization.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { signInTexts } from '../texts/sign-in-texts.ts';
import { accountFailure } from './account-failure.ts';
import styles from './accounts.module.css';
import type { AccountForm } from './use-account-form.ts';

/** Card page that also sets the document title; used before sign-in and inside the application. */
export function AccountPage(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const organization = useOrganizationName();
  useEffect(() => {
    document.title = `${props.title} · ${signInTexts.product}`;
  }, [props.title]);
  return <CardPage organization={organization}>{props.children}</CardPage>;
}

export interface AccountCardProps {
  readonly title: string;
  readonly lead: string;
  readonly form: Pick<AccountForm<never>, 'failure' | 'busy' | 'submit'>;
  readonly action: string;
  readonly busyAction: string;
  /** Links below the form: absent shows the link to sign-in, null shows none. */
  readonly links?: ReactNode;
  readonly children: ReactNode;
}

/** Form card with title, lead text, fields, error and a single submit button. */
export function AccountCard(props: AccountCardProps): ReactNode {
  const { form } = props;
  return (
    <CardForm onSubmit={form.submit}>
      <h2>{props.title}</h2>
      <p className={styles.lead}>{props.lead}</p>
      {props.children}
      <FormFailure problem={form.failure} />
      <Button kind="primary" size={40} type="submit" wide busy={form.busy}>
        {form.busy ? props.busyAction : props.action}
      </Button>
      {props.links === undefined ? <ToSignIn /> : props.links}
    </CardForm>
  );
}

function FormFailure({ problem }: { readonly problem: CallProblem | null }): ReactNode {
  const id = useId();
  if (problem === null) return null;
  return (
    <FieldError id={id} alert>
      {accountFailure(problem)}
    </FieldError>
  );
}

/** Card with the outcome of an action and the next step. */
export function DoneCard(props: {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <CardSection>
      <h2>{props.title}</h2>
      <p role="status">{props.text}</p>
      {props.children}
    </CardSection>
  );
}

/**
 * Shows the link that a mail contains; nothing while `link` is null. The server returns the link
 * only to demonstration sites in developer mode.
 */
export function MailedLink({ link }: { readonly link: string | null }): ReactNode {
  if (link === null) return null;
  return (
    <p className={styles.mailedLink}>
      {accountTexts.mailedLink.title}
      <a href={link}>{accountTexts.mailedLink.open}</a>
    </p>
  );
}

/** Link to the sign-in form. */
export function ToSignIn(): ReactNode {
  return (
    <CardLinks>
      <Link to="/login">{accountTexts.toSignIn}</Link>
    </CardLinks>
  );
}

/** Card for an expired or used link; `children` offer a way to a new link. */
export function LinkInvalidCard({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <DoneCard title={accountTexts.linkInvalid.title} text={accountTexts.linkInvalid.text}>
      {children}
      <ToSignIn />
    </DoneCard>
  );
}

/** Returns true when the token is missing or the server rejects the link. */
export function isLinkInvalid(token: string, failure: CallProblem | null): boolean {
  if (token === '' || failure?.errorType === 'LinkInvalid') return true;
  return failure?.fields.some(({ field }) => field === 'token') ?? false;
}
