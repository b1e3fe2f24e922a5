import { type Disposable, toDisposable } from '#foundation';
import type { KeyValueStorage } from '../../session/token-store.ts';

/** The machine that shows the page, the same for all of its users. */
export interface Workstation {
  /** Id of the scanner that the desktop of this machine drives; null in any other browser. */
  readonly scannerId: string | null;
  /** Values of this machine; keys that begin with `clockface.workstation.` outlive sign-out. */
  readonly storage: Pick<KeyValueStorage, 'getItem' | 'setItem'>;
  /** Calls the listener after another tab of this browser has changed a value. */
  onChangeInOtherTab(listener: () => void): Disposable;
}

/** Creates the workstation; `events` dispatches the `storage` events of the window. */
export function createWorkstation(
  { scannerId, storage }: Pick<Workstation, 'scannerId' | 'storage'>,
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined,
): Workstation {
  return {
    scannerId,
    storage,
    onChangeInOtherTab(listener) {
      events?.addEventListener('storage', listener);
      return toDisposable(() => events?.removeEventListener('storage', listener));
    },
  };
}
