import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import type { CallProblem } from '#core';
import { fail, type Result } from '#foundation';
import { buttonClass, TextField } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useOrganization } from '../sign-in/use-organization.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountCard, AccountPage, DoneCard } from './account-card.tsx';
import styles from './accounts.module.css';
import { formatActivationCode } from './activation-code.ts';
import { useAccountForm } from './use-account-form.ts';

/**
 * /activation: activates an organization by its activation code, for the host name of this page.
 */
export function ActivationPage(): ReactNode {
  const { api } = useApplication().services;
  const queries = useQueryClient();
  const organization = useOrganization();
  const [activated, setActivated] = useState<string | null>(null);
  const form = useAccountForm({
    initial: { code: '' },
    schema: routes.activateOrganization.body,
    bodyOf: ({ code }) => ({ code }),
    send: async (body) => withFieldError(await api.call(routes.activateOrganization, { body })),
    onDone: ({ name }) => {
      setActivated(name);
      void queries.invalidateQueries({ queryKey: ['organization'] });
    },
  });
  const { activation } = accountTexts;
  const activeName = typeof organization === 'string' ? null : organization.name;
  return (
    <AccountPage title={activation.title}>
      {activated !== null || activeName !== null ? (
        <DoneCard
          title={activation.title}
          text={
            activated === null ? activation.already(activeName ?? '') : activation.done(activated)
          }
        >
          <Link to="/login" className={buttonClass('primary', 40, true)}>
            {accountTexts.signIn}
          </Link>
        </DoneCard>
      ) : (
        <AccountCard
          title={activation.title}
          lead={activation.lead(window.location.hostname)}
          form={form}
          action={activation.save}
          busyAction={activation.busy}
          links={null}
        >
          <CodeField field={form.field('code')} />
        </AccountCard>
      )}
    </AccountPage>
  );
}

function CodeField(props: {
  readonly field: {
    readonly name: string;
    readonly value: string;
    readonly error: string | null;
    onChange(value: string): void;
  };
}): ReactNode {
  const { field } = props;
  return (
    <div className={styles.code}>
      <TextField
        label={accountTexts.activation.code}
        size={40}
        autoFocus
        maxLength={40}
        help={accountTexts.activation.help}
        {...field}
        onChange={(typed) => field.onChange(formatActivationCode(typed))}
      />
    </div>
  );
}

/** Assigns an invalid code or a host name in use to the code field; returns others unchanged. */
function withFieldError<Value>(response: Result<Value, CallProblem>): Result<Value, CallProblem> {
  if (response.ok) return response;
  const { errorType } = response.problem;
  if (errorType !== 'BadRequest' && errorType !== 'HostTaken') return response;
  const { invalidCode, hostInUse } = accountTexts.activation;
  const message = errorType === 'BadRequest' ? invalidCode : hostInUse;
  return fail({ ...response.problem, fields: [{ field: 'code', code: errorType, message }] });
}
