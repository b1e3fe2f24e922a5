import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import type { CallProblem } from '#core';
import { fail, type Result } from '#foundation';
import { buttonClass, TextField } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountCard, AccountPage, DoneCard } from './account-card.tsx';
import styles from './accounts.module.css';
import { maskActivationCode } from './activation-code.ts';
import { useAccountForm } from './use-account-form.ts';
import { useOrganization } from './use-organization.ts';

/** /activation: gives the host name of this page to the organization that a code belongs to. */
export function ActivationPage(): ReactNode {
  const { api } = useApplication().services;
  const queries = useQueryClient();
  const organization = useOrganization();
  const [activated, setActivated] = useState<string | null>(null);
  const form = useAccountForm({
    initial: { code: '' },
    schema: routes.activateOrganization.body,
    bodyOf: ({ code }) => ({ code }),
    send: async (body) => inWords(await api.call(routes.activateOrganization, { body })),
    onDone: ({ name }) => {
      setActivated(name);
      void queries.invalidateQueries({ queryKey: ['organization'] });
    },
  });
  const { activation } = accountTexts;
  const known = typeof organization === 'string' ? null : organization.name;
  return (
    <AccountPage title={activation.title}>
      {activated !== null || known !== null ? (
        <DoneCard
          title={activation.title}
          text={activated === null ? activation.already(known ?? '') : activation.done(activated)}
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
        onChange={(typed) => field.onChange(maskActivationCode(typed))}
      />
    </div>
  );
}

/** The refusals of a code as they concern the field; others stay as they are. */
function inWords<Answer>(answer: Result<Answer, CallProblem>): Result<Answer, CallProblem> {
  if (answer.ok) return answer;
  const { errorType } = answer.problem;
  const { wrong, taken } = accountTexts.activation;
  const message = errorType === 'BadRequest' ? wrong : errorType === 'HostTaken' ? taken : null;
  if (message === null) return answer;
  return fail({ ...answer.problem, fields: [{ field: 'code', code: errorType ?? '', message }] });
}
