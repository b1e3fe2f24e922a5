import type { PublicConfig } from '#contracts';
import type { ExtensionHost, Navigation, PlatformServices } from '#core';
import type { Disposable } from '#foundation';
import type { DesktopWindow } from '../desktop/create-desktop-window.ts';
import type { CommandCenter } from './command-center.ts';

/** Running application, loaded after the light sign-in page. */
export interface Application extends Disposable {
  readonly config: PublicConfig;
  readonly services: PlatformServices;
  readonly host: ExtensionHost;
  readonly navigation: Navigation;
  /** Actions available on the current page. */
  readonly commands: CommandCenter;
  /** Connection to the desktop shell; null in any other browser. */
  readonly desktop: DesktopWindow | null;
  /** Signs out and drops all data of the account from the page. */
  signOut(): Promise<void>;
}
