import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import { buttonClass } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { accountTexts } from '../texts/account-texts.ts';
import {
  AccountCard,
  AccountPage,
  DoneCard,
  isLinkInvalid,
  LinkInvalidCard,
  ToSignIn,
} from './account-card.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useLinkToken } from './use-link-token.ts';

/** /confirm-account?token=: confirms the e-mail address of a requested account. */
export function ConfirmAccountPage(): ReactNode {
  const { api } = useApplication().services;
  const token = useLinkToken();
  const [completedEmail, setCompletedEmail] = useState<string | null>(null);
  const form = useAccountForm({
    initial: { password: '' },
    schema: routes.confirmAccount.body,
    bodyOf: ({ password }) => ({ token, password }),
    send: ({ password }) => api.call(routes.confirmAccount, { body: { token, password } }),
    onDone: ({ email }) => setCompletedEmail(email),
  });
  const { confirm, linkInvalid } = accountTexts;
  return (
    <AccountPage title={confirm.title}>
      {completedEmail !== null ? (
        <DoneCard title={confirm.title} text={confirm.done(completedEmail)}>
          <ToSignIn />
        </DoneCard>
      ) : isLinkInvalid(token, form.failure) ? (
        <LinkInvalidCard>
          <Link to="/create-account" className={buttonClass('primary', 40, true)}>
            {linkInvalid.requestAccount}
          </Link>
        </LinkInvalidCard>
      ) : (
        <AccountCard
          title={confirm.title}
          lead={confirm.lead}
          form={form}
          action={confirm.save}
          busyAction={accountTexts.saving}
        >
          <NewPasswordField autoFocus {...form.field('password')} />
        </AccountCard>
      )}
    </AccountPage>
  );
}
