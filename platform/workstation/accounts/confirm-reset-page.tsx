import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import { buttonClass } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { storePrefill } from '../navigation/link-credentials.ts';
import { accountTexts } from '../texts/account-texts.ts';
import {
  AccountCard,
  AccountPage,
  DoneCard,
  isLinkInvalid,
  LinkInvalidCard,
} from './account-card.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useLinkToken } from './use-link-token.ts';

/** /confirm-reset-password?token=: sets a new password from a mailed link. */
export function ConfirmResetPage(): ReactNode {
  const { api } = useApplication().services;
  const token = useLinkToken();
  const [completedEmail, setCompletedEmail] = useState<string | null>(null);
  const form = useAccountForm({
    initial: { password: '' },
    schema: routes.confirmResetPassword.body,
    bodyOf: ({ password }) => ({ token, password }),
    send: ({ password }) => api.call(routes.confirmResetPassword, { body: { token, password } }),
    onDone: ({ email }) => setCompletedEmail(email),
  });
  const { confirmReset, linkInvalid } = accountTexts;
  return (
    <AccountPage title={confirmReset.title}>
      {completedEmail !== null ? (
        <DoneCard title={confirmReset.title} text={confirmReset.done(completedEmail)}>
          <Link
            to="/login"
            className={buttonClass('primary', 40, true)}
            onClick={() => storePrefill({ email: completedEmail, password: '' })}
          >
            {accountTexts.signIn}
          </Link>
        </DoneCard>
      ) : isLinkInvalid(token, form.failure) ? (
        <LinkInvalidCard>
          <Link to="/reset-password" className={buttonClass('primary', 40, true)}>
            {linkInvalid.requestReset}
          </Link>
        </LinkInvalidCard>
      ) : (
        <AccountCard
          title={confirmReset.title}
          lead={confirmReset.lead}
          form={form}
          action={confirmReset.save}
          busyAction={accountTexts.saving}
        >
          <NewPasswordField autoFocus {...form.field('password')} />
        </AccountCard>
      )}
    </AccountPage>
  );
}
