import type { ReactNode } from 'react';
import { type Account, routes } from '#contracts';
import { ConfirmDialog } from '#ui';
import { accountName, standingOf } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAct } from '../shared/use-act.ts';
import { AccountDialog } from './account-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const { told, lock, remove, refusals } = accountTexts;

/** The dialog that is open, and for whom. */
export interface OpenDialog {
  readonly kind: 'edit' | 'password' | 'lock' | 'delete';
  /** Null: a new account. */
  readonly account: Account | null;
}

/** The dialogs of the accounts; one at a time. */
export function AccountDialogs(props: {
  readonly open: OpenDialog | null;
  onClose(): void;
  /** Something was changed. */
  onDone(): void;
}): ReactNode {
  const { open, onClose, onDone } = props;
  const { notices } = useAdmin();
  if (open === null) return null;
  const { kind, account } = open;
  const done = (text: string): void => {
    notices.show('success', text);
    onClose();
    onDone();
  };
  if (kind === 'edit') {
    const saved = (now: Account): void => done(savedText(account, now));
    return <AccountDialog account={account} onClose={onClose} onSaved={saved} />;
  }
  if (account === null) return null;
  if (kind === 'password') {
    const set = (): void => done(told.password(accountName(account)));
    return <PasswordDialog account={account} onClose={onClose} onSet={set} />;
  }
  return <Question kind={kind} account={account} onClose={onClose} onDone={done} />;
}

function savedText(before: Account | null, now: Account): string {
  if (before === null) return told.created(now.email);
  const name = accountName(now);
  return standingOf(before) === 'asks' ? told.approved(name) : told.saved(name);
}

/** Locking and deleting end sessions at once: asked before. */
function Question(props: {
  readonly kind: 'lock' | 'delete';
  readonly account: Account;
  onClose(): void;
  onDone(text: string): void;
}): ReactNode {
  const { account, kind } = props;
  const { api } = useAdmin();
  const act = useAct(refusals);
  const { id, version } = account;
  const name = accountName(account);
  const words = kind === 'lock' ? lock : remove;
  const confirm = async (): Promise<void> => {
    const done = await act.run(() =>
      kind === 'lock'
        ? api.call(routes.lockAccountByAdmin, { body: { id } })
        : api.call(routes.deleteAccount, { params: { id }, version }),
    );
    if (done === null) props.onClose();
    else props.onDone(kind === 'lock' ? told.locked(name) : told.deleted(name));
  };
  return (
    <ConfirmDialog
      open
      title={words.title(name)}
      confirmLabel={words.confirm(name)}
      danger
      busy={act.busy}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {words.text}
    </ConfirmDialog>
  );
}
