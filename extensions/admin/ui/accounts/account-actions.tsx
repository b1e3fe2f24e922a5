import type { ReactNode } from 'react';
import type { Account } from '#contracts';
import { Button, Icon, iconButtonClass, MenuButton, type MenuEntry } from '#ui';
import { accountName, accountStatusOf } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import styles from '../shared/dashboard.module.css';

const { actions } = accountTexts;

/** Actions on an account. Those that need a confirmation open a dialog. */
export type AccountAction = 'edit' | 'lock' | 'unlock' | 'password' | 'reset' | 'delete';

/** Button for the primary action of an account, and a menu with all actions. */
export function AccountActions(props: {
  readonly account: Account;
  readonly isSelf: boolean;
  onAction(action: AccountAction): void;
}): ReactNode {
  const { account, isSelf } = props;
  const name = accountName(account);
  const accountStatus = accountStatusOf(account);
  const primaryAction: AccountAction = accountStatus === 'LOCKED' ? 'unlock' : 'edit';
  const label = accountStatus === 'asks' ? actions.approve : actions[primaryAction];
  return (
    <span className={styles.rowActions}>
      <Button
        size={24}
        ariaLabel={actions.of(label, name)}
        onPress={() => props.onAction(primaryAction)}
      >
        {label}
      </Button>
      <MenuButton
        ariaLabel={actions.more(name)}
        className={iconButtonClass({ size: 24, bordered: true })}
        entries={entriesFor(accountStatus === 'LOCKED', isSelf, props.onAction)}
      >
        <Icon name="more" size={16} />
      </MenuButton>
    </span>
  );
}

/**
 * Disables locking, deleting and setting a password for the user's own account, because the server
 * rejects them.
 */
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
