import { LINK_SCHEME, readExternalLink } from '#contracts';
import type { Logger } from '#foundation';
import type { AppWindow } from '../browser/app-window.ts';
import { desktopTexts } from '../texts/desktop-texts.ts';
import type { ForwardResponse } from './instance-server.ts';
import type { ShellConnection } from './shell-connection.ts';

/** Nothing of a link that is refused leaves the shell: the window only hears that there was one. */
const REJECTED_URL = `${LINK_SCHEME}://refused`;

export interface LinkTargets {
  /** Of the application, with a slash at its end. */
  readonly base: string;
  readonly window: Pick<AppWindow, 'open' | 'bringToFront'>;
  readonly connection: Pick<ShellConnection, 'openUrl'>;
  readonly log: Logger;
}

/**
 * Brings the window to a link that a program was started with; without one just to the front. Who
 * is signed in hears of it on the live link; else the window itself is led there, which ends at the
 * sign-in form. User name and password are for that form and travel nowhere else.
 */
export async function deliverLink(
  text: string | null,
  { base, window, connection, log }: LinkTargets,
): Promise<ForwardResponse> {
  await window.bringToFront();
  if (text === null) return { refusal: null };
  // Never what it says: links name patients, and may hold a password.
  const note = (how: string): void => log.log('debug', 'A link came', { how });
  const read = readExternalLink(text, base);
  if (read === null) {
    note('refused');
    await connection.openUrl(REJECTED_URL);
    return { refusal: desktopTexts.linkRejected };
  }
  if (await connection.openUrl(`${LINK_SCHEME}://external-link?${read.query}`)) {
    note('told to who is signed in');
    return { refusal: null };
  }
  const opened = await window.open(read.query, read.credentials);
  note(opened ? 'opened in the window' : 'not taken by the window');
  return { refusal: opened ? null : desktopTexts.linkFailed };
}
