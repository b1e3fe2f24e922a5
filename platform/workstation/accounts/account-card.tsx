import { type ReactNode, useEffect, useId } from 'react';
import { Link } from 'react-router-dom';
import type { CallProblem } from '#core';
import { Button, FieldError } from '#ui';
import { CardForm, CardLinks, CardPage, CardSection } from '../sign-in/card-page.tsx';
import { accountTexts } from '../texts/account-texts.ts';
import { signInTexts } from '../texts/sign-in-texts.ts';
import { accountFailure } from './account-failure.ts';
import styles from './accounts.module.css';
import type { AccountForm } from './use-account-form.ts';
import { useOrganizationName } from './use-organization.ts';

/** The page of one card with its title, before and beside the work. */
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
  /** Ways that lead elsewhere; by default back to sign-in, null for none. */
  readonly links?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a card: what it is for, its fields, what went wrong, the one button. */
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
      {accountFailure(problem, Date.now())}
    </FieldError>
  );
}

/** What has happened, and what comes next. */
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

/** Where the outbox is this machine's own, the link of the message is shown. */
export function MailedLink({ link }: { readonly link: string | null }): ReactNode {
  if (link === null) return null;
  return (
    <p className={styles.mailedLink}>
      {accountTexts.mailedLink.title}
      <a href={link}>{accountTexts.mailedLink.open}</a>
    </p>
  );
}

export function ToSignIn(): ReactNode {
  return (
    <CardLinks>
      <Link to="/login">{accountTexts.toSignIn}</Link>
    </CardLinks>
  );
}

/** A link that is over: why that can be, and the way to a new one. */
export function LinkInvalidCard({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <DoneCard title={accountTexts.linkInvalid.title} text={accountTexts.linkInvalid.text}>
      {children}
      <ToSignIn />
    </DoneCard>
  );
}

/** True when the refusal, or the lack of a token, means that the link opens nothing. */
export function isLinkInvalid(token: string, failure: CallProblem | null): boolean {
  if (token === '' || failure?.errorType === 'LinkInvalid') return true;
  return failure?.fields.some(({ field }) => field === 'token') ?? false;
}
