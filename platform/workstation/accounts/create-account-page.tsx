import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import { buttonClass, TextField } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { accountTexts } from '../texts/account-texts.ts';
import {
  AccountCard,
  AccountPage,
  DoneCard,
  isLinkInvalid,
  LinkInvalidCard,
  MailedLink,
  ToSignIn,
} from './account-card.tsx';
import styles from './accounts.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useLinkToken } from './use-link-token.ts';

const EMPTY_PROFILE = { firstName: '', lastName: '', jobTitle: '' };

/**
 * /create-account: accepts an invitation when the address has a token, otherwise requests an
 * account.
 */
export function CreateAccountPage(): ReactNode {
  const token = useLinkToken();
  const { invited, create } = accountTexts;
  return (
    <AccountPage title={token === '' ? create.title : invited.title}>
      {token === '' ? <AccountRequestForm /> : <InvitationForm token={token} />}
    </AccountPage>
  );
}

function InvitationForm({ token }: { readonly token: string }): ReactNode {
  const { api } = useApplication().services;
  const [done, setDone] = useState(false);
  const form = useAccountForm({
    initial: { ...EMPTY_PROFILE, password: '' },
    schema: routes.createAccount.body,
    bodyOf: (values) => ({ ...values, token }),
    send: (values) => api.call(routes.createAccount, { body: { ...values, token } }),
    onDone: () => setDone(true),
  });
  const { invited, linkInvalid } = accountTexts;
  if (done) {
    return (
      <DoneCard title={invited.title} text={invited.done}>
        <Link to="/login" className={buttonClass('primary', 40, true)}>
          {accountTexts.signIn}
        </Link>
      </DoneCard>
    );
  }
  if (isLinkInvalid(token, form.failure)) {
    return (
      <LinkInvalidCard>
        <p className={styles.lead}>{linkInvalid.contactAdministrator}</p>
      </LinkInvalidCard>
    );
  }
  return (
    <AccountCard
      title={invited.title}
      lead={invited.lead}
      form={form}
      action={invited.save}
      busyAction={accountTexts.saving}
    >
      <ProfileFields field={form.field} />
      <NewPasswordField {...form.field('password')} />
    </AccountCard>
  );
}

interface Sent {
  readonly email: string;
  readonly link: string | null;
}

function AccountRequestForm(): ReactNode {
  const { config, services } = useApplication();
  const { api } = services;
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useAccountForm({
    initial: { ...EMPTY_PROFILE, email: '' },
    schema: routes.createAccount.body,
    bodyOf: (values) => values,
    send: (body) => api.call(routes.createAccount, { body }),
    onDone: ({ link }, { email }) => setSent({ email: email.trim(), link }),
  });
  const { create } = accountTexts;
  if (sent !== null) {
    return (
      <DoneCard
        title={create.title}
        text={config.sendsMail ? create.done(sent.email) : create.doneOutbox(sent.email)}
      >
        <MailedLink link={sent.link} />
        <ToSignIn />
      </DoneCard>
    );
  }
  return (
    <AccountCard
      title={create.title}
      lead={config.sendsMail ? create.lead : create.leadOutbox}
      form={form}
      action={create.send}
      busyAction={accountTexts.sending}
    >
      <ProfileFields field={form.field} />
      <TextField
        label={accountTexts.email}
        type="email"
        autoComplete="email"
        size={40}
        {...form.field('email')}
      />
    </AccountCard>
  );
}
