import { type ReactNode, useState } from 'react';
import { routes } from '#contracts';
import { Button, TextField } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountCard, AccountPage, DoneCard, MailedLink, ToSignIn } from './account-card.tsx';
import styles from './accounts.module.css';
import { useAccountForm } from './use-account-form.ts';

/** A requested mail. */
interface SentMail {
  readonly email: string;
  /** Link of the mail if the server returns it (see `MailedLink`); else null. */
  readonly link: string | null;
}

/**
 * /reset-password: requests a reset link. The response is the same whether or not the account
 * exists.
 */
export function ResetPasswordPage(): ReactNode {
  const { config, services } = useApplication();
  const { api } = services;
  const [sent, setSent] = useState<SentMail | null>(null);
  const form = useAccountForm({
    initial: { email: '' },
    schema: routes.sendResetPasswordEmail.body,
    bodyOf: ({ email }) => ({ email }),
    send: (body) => api.call(routes.sendResetPasswordEmail, { body }),
    onDone: ({ link }, { email }) => setSent({ email: email.trim(), link }),
  });
  const { reset } = accountTexts;
  return (
    <AccountPage title={reset.title}>
      {sent === null ? (
        <AccountCard
          title={reset.title}
          lead={config.sendsMail ? reset.lead : reset.leadOutbox}
          form={form}
          action={reset.send}
          busyAction={accountTexts.sending}
        >
          <TextField
            label={accountTexts.email}
            type="email"
            autoComplete="username"
            size={40}
            autoFocus
            {...form.field('email')}
          />
        </AccountCard>
      ) : (
        <DoneCard
          title={reset.title}
          text={config.sendsMail ? reset.done(sent.email) : reset.doneOutbox(sent.email)}
        >
          <MailedLink link={sent.link} />
          {config.sendsMail ? <p className={styles.lead}>{reset.noMail}</p> : null}
          <Button size={40} wide onPress={() => setSent(null)}>
            {reset.again}
          </Button>
          <ToSignIn />
        </DoneCard>
      )}
    </AccountPage>
  );
}
