import { createHash, timingSafeEqual } from 'node:crypto';
import { DESKTOP_CLIENT_ID, desktopUsers } from '#contracts';
import type { ConnectedDesktop } from './broker.ts';

const WINDOW_PREFIX = desktopUsers.window('');
const SHELL_PREFIX = desktopUsers.shell('');
/**
 * 32 random bytes as base64url; a shorter secret could be guessed from its hash in the user name.
 */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns the desktop id in a window's user name; null for other users. */
export function desktopIdOfWindow(username: string): string | null {
  return username.startsWith(WINDOW_PREFIX) ? validId(username.slice(WINDOW_PREFIX.length)) : null;
}

/**
 * Authenticates the shell of a desktop: the SHA-256 of the password must equal the id in the user
 * name. Null otherwise.
 */
export function authenticateShell(username: string, password: string): ConnectedDesktop | null {
  const clientId = username.startsWith(SHELL_PREFIX)
    ? validId(username.slice(SHELL_PREFIX.length))
    : null;
  if (clientId === null || !SECRET.test(password)) return null;
  const computed = createHash('sha256').update(password).digest();
  const claimed = Buffer.from(clientId, 'base64url');
  return claimed.length === computed.length && timingSafeEqual(claimed, computed)
    ? { kind: 'desktop', clientId }
    : null;
}

const validId = (text: string): string | null => (DESKTOP_CLIENT_ID.test(text) ? text : null);
