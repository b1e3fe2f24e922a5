import { useStore } from '#ui';
import { keyText } from '../layout/key-text.ts';
import { useApplication } from '../start/application-context.ts';
import { appActions, appKeys, keyOf } from './app-actions.ts';

/** The key of an act of every page, as it stands on the person's keyboard; null: none. */
export function useAppKey(id: string): string | null {
  const application = useApplication();
  const layout = useStore(application.commands.layout);
  const key = useStore(application.services.userKeys.store, () =>
    keyOf(appKeys(application, appActions(application)), { id, args: null }),
  );
  return key === null ? null : keyText(key, layout);
}
