import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { routes } from '#contracts';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { landingPath } from '../navigation/landing-path.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountCard } from './account-card.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { useAccountForm } from './use-account-form.ts';
import { SignOutLink, UserAccountPage } from './user-account-page.tsx';

/** /welcome: asks new users for names and job title; lets other users change them. */
export function WelcomePage(): ReactNode {
  const { services } = useApplication();
  const navigate = useNavigate();
  const user = useStore(services.session.store, (state) => state.user);
  const [isNew] = useState(user !== null && landingPath(user) === '/welcome');
  const form = useAccountForm({
    initial: {
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      jobTitle: user?.jobTitle ?? '',
    },
    schema: routes.updateMe.body,
    bodyOf: (values) => values,
    send: (body) => services.api.call(routes.updateMe, { body }),
    onDone: (changed) => {
      services.session.update(changed);
      services.notices.show('success', accountTexts.welcome.done);
      void navigate('/', { replace: true });
    },
  });
  const { welcome } = accountTexts;
  return (
    <UserAccountPage title={pageTitle('/welcome') ?? welcome.title} isStandalone={isNew}>
      <AccountCard
        title={isNew ? welcome.title : (pageTitle('/welcome') ?? welcome.title)}
        lead={isNew ? welcome.lead : welcome.editLead}
        form={form}
        action={isNew ? welcome.save : welcome.saveEdit}
        busyAction={accountTexts.saving}
        links={isNew ? <SignOutLink /> : null}
      >
        <ProfileFields field={form.field} />
      </AccountCard>
    </UserAccountPage>
  );
}
