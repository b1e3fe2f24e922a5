import type { ReactNode } from 'react';
import type { Account } from '#contracts';
import { Button, Icon, MenuButton, type MenuEntry } from '#ui';
import { accountName, accountStatusOf } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import styles from '../shared/dashboard.module.css';

const { actions } = accountTexts;

/** What can be done with an account; those that ask first open a dialog. */
export type AccountAction = 'edit' | 'lock' | 'unlock' | 'password' | 'reset' | 'delete';

/** The act that stands first in a row, and the others in its menu. */
export function AccountActions(props: {
  readonly account: Account;
  readonly isSelf: boolean;
  onAction(action: AccountAction): void;
}): ReactNode {
  const { account, isSelf } = props;
  const name = accountName(account);
  const accountStatus = accountStatusOf(account);
  const first: AccountAction = accountStatus === 'LOCKED' ? 'unlock' : 'edit';
  const label = accountStatus === 'asks' ? actions.approve : actions[first];
  return (
    <span className={styles.rowActions}>
      <Button size={24} ariaLabel={actions.of(label, name)} onPress={() => props.onAction(first)}>
        {label}
      </Button>
      <MenuButton
        ariaLabel={actions.more(name)}
        className={styles.moreButton ?? ''}
        entries={entriesFor(accountStatus === 'LOCKED', isSelf, props.onAction)}
      >
        <Icon name="more" size={16} />
      </MenuButton>
    </span>
  );
}

/** Nobody locks, deletes or gives a password to themselves: the server refuses, so it is not offered. */
function entriesFor(
  isLocked: boolean,
  isSelf: boolean,
  onAction: (action: AccountAction) => void,
): readonly MenuEntry[] {
  const entry = (action: AccountAction, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id: action,
    label: actions[action],
    run: () => onAction(action),
    ...more,
  });
  return [
    entry('edit'),
    entry('reset'),
    entry('password', { disabled: isSelf }),
    isLocked ? entry('unlock') : entry('lock', { disabled: isSelf, separated: true }),
    entry('delete', { disabled: isSelf }),
  ];
}
