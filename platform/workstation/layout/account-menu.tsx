import type { ReactNode } from 'react';
import { role } from '#contracts';
import { Icon, MenuButton, useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import styles from './app-bar.module.css';

/** Who is signed in, and the way out. */
export function AccountMenu(): ReactNode {
  const { services, leave } = useApplication();
  const user = useStore(services.session.store, (state) => state.user);
  if (user === null) return null;
  const name = [user.firstName, user.lastName].filter((part) => part !== null).join(' ');
  const initials = [user.firstName, user.lastName]
    .map((part) => part?.trim().charAt(0).toUpperCase() ?? '')
    .join('');
  const roles = user.roles.map((one) => role.labels[one.id]).join(', ');
  return (
    <MenuButton
      ariaLabel={`${initials} Account of ${name === '' ? user.email : name}`.trim()}
      className={styles.account ?? ''}
      entries={[
        {
          id: 'who',
          label: `${name === '' ? user.email : name} · ${roles}`,
          disabled: true,
          run: () => undefined,
        },
        {
          id: 'organization',
          label: user.organization.name,
          disabled: true,
          run: () => undefined,
        },
        {
          id: 'sign-out',
          label: 'Sign out',
          separated: true,
          icon: <Icon name="sign-out" size={16} />,
          run: () => void leave(),
        },
      ]}
    >
      {initials === '' ? <Icon name="user" size={16} /> : initials}
    </MenuButton>
  );
}
