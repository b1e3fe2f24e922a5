import { LINK_SCHEME, readExternalLink } from '#contracts';
import type { Logger } from '#foundation';
import type { AppWindow } from '../browser/app-window.ts';
import { desktopTexts } from '../texts/desktop-texts.ts';
import type { ForwardResponse } from './instance-server.ts';
import type { ShellConnection } from './shell-connection.ts';

/** Replaces a rejected link, so that the window is notified without any of the link's content. */
const REJECTED_URL = `${LINK_SCHEME}://refused`;

export interface LinkTargets {
  /** Base URL of the application, with a trailing slash. */
  readonly base: string;
  readonly window: Pick<AppWindow, 'open' | 'bringToFront'>;
  readonly connection: Pick<ShellConnection, 'openUrl'>;
  readonly log: Logger;
}

/**
 * Delivers a startup link to the window; without a link only brings the window to the front. A
 * signed-in page receives the link over MQTT; otherwise the window opens the link, which leads to
 * the sign-in form. User name and password go only to that form.
 */
export async function deliverLink(
  text: string | null,
  { base, window, connection, log }: LinkTargets,
): Promise<ForwardResponse> {
  await window.bringToFront();
  if (text === null) return { refusal: null };
  // Omits the link, because links identify patients and may contain a password.
  const logOutcome = (outcome: string): void => log.log('debug', 'Link received', { outcome });
  const read = readExternalLink(text, base);
  if (read === null) {
    logOutcome('rejected');
    await connection.openUrl(REJECTED_URL);
    return { refusal: desktopTexts.linkRejected };
  }
  if (await connection.openUrl(`${LINK_SCHEME}://external-link?${read.query}`)) {
    logOutcome('sent to the signed-in page');
    return { refusal: null };
  }
  const opened = await window.open(read.query, read.credentials);
  logOutcome(opened ? 'opened in the window' : 'not accepted by the window');
  return { refusal: opened ? null : desktopTexts.linkFailed };
}
