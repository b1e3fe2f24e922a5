import { DESKTOP_CLIENT_ID, type LinkCredentials } from '#contracts/light';
import type { Navigation } from '#core';
import { storePrefill } from '../navigation/link-credentials.ts';

/**
 * Object that the desktop shell adds to the page before any script runs. Neither an address nor
 * another site can add the object, because the shell uses its own channel to the browser.
 */
interface DesktopBridge {
  readonly clientId?: unknown;
  /** Id of the scanner whose service the shell runs; null without one. */
  readonly scannerId?: unknown;
  /** Set by the page; called by the shell while no signed-in user subscribes to links. */
  open?: (query: unknown, credentials: unknown) => boolean;
}

/** Window in which the desktop shell may have set its bridge. */
export interface DesktopPage {
  readonly clockfaceDesktop?: unknown;
}

/** Returns the id of the desktop that owns this window; undefined in any other browser. */
export function desktopIdOf(page: object): string | undefined {
  const clientId = bridgeOf(page)?.clientId;
  return typeof clientId === 'string' && DESKTOP_CLIENT_ID.test(clientId) ? clientId : undefined;
}

/** Returns the id of the scanner that the desktop drives; null without one, or in a browser. */
export function desktopScannerOf(page: object): string | null {
  if (desktopIdOf(page) === undefined) return null;
  const scannerId = bridgeOf(page)?.scannerId;
  return typeof scannerId === 'string' ? scannerId : null;
}

/**
 * Lets the shell open `/external-link` and no other page. Keeps user name and password in memory
 * for the sign-in form, never in an address; drops them while a user is signed in, because the next
 * form would belong to another person.
 */
export function registerShellLinks(
  page: object,
  navigation: Navigation,
  isSignedIn: () => boolean,
): void {
  const bridge = bridgeOf(page);
  if (bridge === null || desktopIdOf(page) === undefined) return;
  bridge.open = (query, credentials) => {
    if (typeof query !== 'string') return false;
    if (isCredentials(credentials) && !isSignedIn()) storePrefill(credentials);
    navigation.go(`/external-link?${new URLSearchParams(query)}`);
    return true;
  };
}

function bridgeOf(page: DesktopPage): DesktopBridge | null {
  const bridge = page.clockfaceDesktop;
  return typeof bridge === 'object' && bridge !== null ? bridge : null;
}

function isCredentials(value: unknown): value is LinkCredentials {
  if (typeof value !== 'object' || value === null) return false;
  const { email, password } = value as Partial<Record<string, unknown>>;
  return typeof email === 'string' && typeof password === 'string';
}
