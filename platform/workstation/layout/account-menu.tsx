import type { ReactNode } from 'react';
import { role } from '#contracts';
import type { Navigation, PlatformServices } from '#core';
import { Icon, MenuButton, type MenuEntry, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { layoutTexts } from '../texts/layout-texts.ts';
import { sessionTexts } from '../texts/session-texts.ts';
import { tourTexts } from '../texts/tour-texts.ts';
import { repeatTours } from '../tour/finished-tours.ts';
import styles from './app-bar.module.css';

const texts = layoutTexts.account;

/** Menu of the signed-in user: name, preferences and sign-out. */
export function AccountMenu(): ReactNode {
  const { config, services, navigation, signOut } = useApplication();
  const user = useStore(services.session.store, (state) => state.user);
  if (user === null) return null;
  const name = [user.firstName, user.lastName].filter((part) => part !== null).join(' ');
  const initials = [user.firstName, user.lastName]
    .map((part) => part?.trim().charAt(0).toUpperCase() ?? '')
    .join('');
  const roles = user.roles.map((userRole) => role.labels[userRole.id]).join(', ');
  const shown = name === '' ? user.email : name;
  return (
    <MenuButton
      ariaLabel={texts.of(initials, shown)}
      className={styles.account ?? ''}
      entries={[
        {
          id: 'who',
          label: texts.roles(shown, roles),
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
          id: 'preferences',
          label: texts.preferences,
          separated: true,
          icon: <Icon name="settings" size={16} />,
          run: () => navigation.go('/preferences'),
        },
        {
          id: 'details',
          label: sessionTexts.menu.details,
          icon: <Icon name="user" size={16} />,
          run: () => navigation.go('/welcome'),
        },
        {
          id: 'change-password',
          label: texts.changePassword,
          icon: <Icon name="lock" size={16} />,
          run: () => navigation.go('/change-password'),
        },
        ...(config.flags.welcomeTour ? [tourEntry(services, navigation)] : []),
        ...(config.flags.isDevModeUi
          ? [
              {
                id: 'developer',
                label: texts.developer,
                icon: <Icon name="extension" size={16} />,
                run: () => navigation.go('/developer'),
              },
            ]
          : []),
        {
          id: 'sign-out',
          label: texts.signOut,
          separated: true,
          icon: <Icon name="sign-out" size={16} />,
          run: () => void signOut(),
        },
      ]}
    >
      {initials === '' ? <Icon name="user" size={16} /> : initials}
    </MenuButton>
  );
}

/** Shows the welcome tour again. */
const tourEntry = ({ preferences }: PlatformServices, navigation: Navigation): MenuEntry => ({
  id: 'tour',
  label: tourTexts.again,
  icon: <Icon name="info" size={16} />,
  run: () => {
    void repeatTours(preferences);
    navigation.go('/home');
  },
});
