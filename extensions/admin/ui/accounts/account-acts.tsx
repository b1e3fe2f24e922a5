import type { ReactNode } from 'react';
import type { Account } from '#contracts';
import { Button, Icon, MenuButton, type MenuEntry } from '#ui';
import { accountName, standingOf } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import styles from '../shared/dashboard.module.css';

const { acts } = accountTexts;

/** What can be done with an account; those that ask first open a dialog. */
export type AccountAct = 'edit' | 'lock' | 'unlock' | 'password' | 'reset' | 'delete';

/** The act that stands first in a row, and the others in its menu. */
export function AccountActs(props: {
  readonly account: Account;
  readonly isOwn: boolean;
  onAct(act: AccountAct): void;
}): ReactNode {
  const { account, isOwn } = props;
  const name = accountName(account);
  const standing = standingOf(account);
  const first: AccountAct = standing === 'LOCKED' ? 'unlock' : 'edit';
  const word = standing === 'asks' ? acts.approve : acts[first];
  return (
    <span className={styles.rowActs}>
      <Button size={24} ariaLabel={acts.of(word, name)} onPress={() => props.onAct(first)}>
        {word}
      </Button>
      <MenuButton
        ariaLabel={acts.more(name)}
        className={styles.moreButton ?? ''}
        entries={entriesFor(standing === 'LOCKED', isOwn, props.onAct)}
      >
        <Icon name="more" size={16} />
      </MenuButton>
    </span>
  );
}

/** Nobody locks, deletes or gives a password to themselves: the server refuses, so it is not offered. */
function entriesFor(
  isLocked: boolean,
  isOwn: boolean,
  onAct: (act: AccountAct) => void,
): readonly MenuEntry[] {
  const entry = (act: AccountAct, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id: act,
    label: acts[act],
    run: () => onAct(act),
    ...more,
  });
  return [
    entry('edit'),
    entry('reset'),
    entry('password', { disabled: isOwn }),
    isLocked ? entry('unlock') : entry('lock', { disabled: isOwn, separated: true }),
    entry('delete', { disabled: isOwn }),
  ];
}
