import type { KeyValueStorage } from '../../session/token-store.ts';

/** The machine that shows the page, the same for all of its users. */
export interface Workstation {
  /** Id of the scanner that the desktop of this machine drives; null in any other browser. */
  readonly scannerId: string | null;
  /** Values of this machine; keys that begin with `clockface.workstation.` outlive sign-out. */
  readonly storage: Pick<KeyValueStorage, 'getItem' | 'setItem'>;
}
