import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { attachKeys, type KeyBinding } from '#core';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { appActions, appKeys } from './app-actions.ts';

const NO_KEYS = createStore<readonly KeyBinding[] | null>(() => null);

/** Attaches the global shortcuts, including the user's changes. */
export function useAppKeys(): void {
  const application = useApplication();
  const { commands, services } = application;
  const user = useStore(services.session.store, ({ user }) => user);
  const choices = useStore(services.userKeys.store);
  const modeKeys = useStore(useStore(commands.mode)?.keys ?? NO_KEYS);
  useEffect(() => {
    if (user === null) return;
    const actions = appActions(application);
    const keys = appKeys(actions, { choices, modeKeys });
    const runAction = ({ id }: KeyBinding): void => {
      const action = actions.find((action) => action.id === id);
      const enabled = action?.enabled() ?? true;
      if (enabled === true) action?.run();
      else services.notices.show('user-error', enabled);
    };
    const attached = attachKeys(window, keys, runAction, { alsoInTexts: true });
    return () => attached.dispose();
  }, [application, services, user, choices, modeKeys]);
}
