import type { ReactNode } from 'react';
import { type Account, routes } from '#contracts';
import { ConfirmDialog } from '#ui';
import { accountName, accountStatusOf } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';
import { useSuccess } from '../shared/use-success.ts';
import { AccountDialog } from './account-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const { feedback, lock, remove, errorMessages } = accountTexts;

/** The open dialog and its account. */
export interface OpenDialog {
  readonly kind: 'edit' | 'password' | 'lock' | 'delete';
  /** Null for a new account. */
  readonly account: Account | null;
}

/** Dialogs of the accounts section; at most one is open. */
export function AccountDialogs(props: {
  readonly open: OpenDialog | null;
  onClose(): void;
  /** Called after a successful change. */
  onDone(): void;
}): ReactNode {
  const { open, onClose } = props;
  const done = useSuccess(props);
  if (open === null) return null;
  const { kind, account } = open;
  if (kind === 'edit') {
    const onSaved = (saved: Account): void => done(savedText(account, saved));
    return <AccountDialog account={account} onClose={onClose} onSaved={onSaved} />;
  }
  if (account === null) return null;
  if (kind === 'password') {
    const set = (): void => done(feedback.password(accountName(account)));
    return <PasswordDialog account={account} onClose={onClose} onSet={set} />;
  }
  return <Confirmation kind={kind} account={account} onClose={onClose} onDone={done} />;
}

function savedText(before: Account | null, saved: Account): string {
  if (before === null) return feedback.created(saved.email);
  const name = accountName(saved);
  return accountStatusOf(before) === 'asks' ? feedback.approved(name) : feedback.saved(name);
}

/**
 * Asks for confirmation, because locking and deleting end all sessions of the account immediately.
 */
function Confirmation(props: {
  readonly kind: 'lock' | 'delete';
  readonly account: Account;
  onClose(): void;
  onDone(text: string): void;
}): ReactNode {
  const { account, kind } = props;
  const { api } = useAdmin();
  const action = useAction(errorMessages);
  const { id, version } = account;
  const name = accountName(account);
  const texts = kind === 'lock' ? lock : remove;
  const confirm = async (): Promise<void> => {
    const done = await action.run(() =>
      kind === 'lock'
        ? api.call(routes.lockAccountByAdmin, { body: { id } })
        : api.call(routes.deleteAccount, { params: { id }, version }),
    );
    if (done === null) props.onClose();
    else props.onDone(kind === 'lock' ? feedback.locked(name) : feedback.deleted(name));
  };
  return (
    <ConfirmDialog
      open
      title={texts.title(name)}
      confirmLabel={texts.confirm(name)}
      danger
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {texts.text}
    </ConfirmDialog>
  );
}
