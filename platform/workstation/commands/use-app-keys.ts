import { useEffect } from 'react';
import { attachKeys, sameKey } from '#core';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { appActs, appKeys } from './app-acts.ts';

/** Lets the keys that work on every page work, as the person has chosen them. */
export function useAppKeys(): void {
  const application = useApplication();
  const { commands, services } = application;
  const user = useStore(services.session.store, ({ user }) => user);
  const choices = useStore(services.userKeys.store);
  const mode = useStore(commands.mode);

  // biome-ignore lint/correctness/useExhaustiveDependencies: choices and user decide what there is
  useEffect(() => {
    if (user === null) return;
    const acts = appActs(application);
    const keys = appKeys(application, acts);
    const press = ({ id, key }: (typeof keys)[number]): void => {
      // A mode that uses the same key is nearer to the work.
      if (mode?.keys.getState().some((one) => sameKey(one.key, key)) === true) return;
      const act = acts.find((one) => one.id === id);
      const enabled = act?.enabled() ?? true;
      if (enabled === true) act?.run();
      else services.notices.show('user-error', enabled);
    };
    const attached = attachKeys(window, keys, press, { alsoInTexts: true });
    return () => attached.dispose();
  }, [application, services, user, choices, mode]);
}
