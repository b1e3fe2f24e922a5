import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { routes } from '#contracts';
import { TextField, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountCard } from './account-card.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useAccountForm } from './use-account-form.ts';
import { SignOutLink, UserAccountPage } from './user-account-page.tsx';

/**
 * /change-password: opened by the user, or forced after an administrator requested a new password.
 */
export function ChangePasswordPage(): ReactNode {
  const { services } = useApplication();
  const navigate = useNavigate();
  const user = useStore(services.session.store, (state) => state.user);
  // Keeps the value at opening, because the response changes the user.
  const [forced] = useState(user?.askedForResetPassword === true);
  const form = useAccountForm({
    initial: { currentPassword: '', newPassword: '' },
    schema: routes.changePasswordByUser.body,
    bodyOf: (values) => values,
    send: (body) => services.api.call(routes.changePasswordByUser, { body }),
    onDone: (response) => {
      services.session.adopt(response);
      services.notices.show('success', accountTexts.change.done);
      void navigate('/', { replace: true });
    },
  });
  const { change } = accountTexts;
  return (
    <UserAccountPage title={pageTitle('/change-password') ?? change.title} isStandalone={forced}>
      <AccountCard
        title={change.title}
        lead={forced ? change.forced : change.voluntary}
        form={form}
        action={change.save}
        busyAction={accountTexts.saving}
        links={forced ? <SignOutLink /> : null}
      >
        <TextField
          label={accountTexts.currentPassword}
          type="password"
          autoComplete="current-password"
          size={40}
          autoFocus
          {...form.field('currentPassword')}
        />
        <NewPasswordField email={user?.email ?? ''} {...form.field('newPassword')} />
      </AccountCard>
    </UserAccountPage>
  );
}
