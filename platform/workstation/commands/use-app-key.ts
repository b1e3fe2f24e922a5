import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { keyText } from '../keyboard/key-text.ts';
import { appActions, appKeys, keyConditions, keyOf } from './app-actions.ts';

/** Returns the shortcut of a global action, formatted for the user's keyboard; null for none. */
export function useAppKey(id: string): string | null {
  const application = useApplication();
  const layout = useStore(application.commands.layout);
  const key = useStore(application.services.userKeys.store, () =>
    keyOf(appKeys(appActions(application), keyConditions(application)), { id, args: null }),
  );
  return key === null ? null : keyText(key, layout);
}
