import { createHash, timingSafeEqual } from 'node:crypto';
import { DESKTOP_CLIENT_ID, desktopUsers } from '#contracts';
import type { ConnectedDesktop } from './broker.ts';

const WINDOW = desktopUsers.window('');
const SHELL = desktopUsers.shell('');
/** 32 random bytes; a shorter secret could be guessed from the hash in the name. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns the desktop named by a window's user name; null for other users. */
export function windowOf(username: string): string | null {
  return username.startsWith(WINDOW) ? idIn(username.slice(WINDOW.length)) : null;
}

/**
 * Authenticates the shell of a desktop: the SHA-256 of the password must equal the id in the user
 * name. Null otherwise.
 */
export function desktopOf(username: string, password: string): ConnectedDesktop | null {
  const clientId = username.startsWith(SHELL) ? idIn(username.slice(SHELL.length)) : null;
  if (clientId === null || !SECRET.test(password)) return null;
  const computed = createHash('sha256').update(password).digest();
  const claimed = Buffer.from(clientId, 'base64url');
  return claimed.length === computed.length && timingSafeEqual(claimed, computed)
    ? { kind: 'desktop', clientId }
    : null;
}

const idIn = (text: string): string | null => (DESKTOP_CLIENT_ID.test(text) ? text : null);
