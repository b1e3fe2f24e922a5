import { DESKTOP_CLIENT_ID, type LinkCredentials } from '#contracts/light';
import type { Navigation } from '#core';
import { storePrefill } from '../links/link-credentials.ts';

/**
 * What the shell of a desktop puts into its window before any script of the page runs. No address
 * and no other site can make it: it comes through the shell's own pipe to the browser.
 */
interface DesktopBridge {
  readonly clientId?: unknown;
  /** Ours: the shell calls it while nobody is signed in who could hear of a link. */
  open?: (query: unknown, credentials: unknown) => boolean;
}

export interface DesktopPage {
  readonly clockfaceDesktop?: unknown;
}

/** The desktop whose window this is; undefined in any other browser. */
export function desktopIdOf(page: object): string | undefined {
  const clientId = bridgeOf(page)?.clientId;
  return typeof clientId === 'string' && DESKTOP_CLIENT_ID.test(clientId) ? clientId : undefined;
}

/**
 * Lets the shell lead the page to `/external-link`, and nowhere else. User name and password wait
 * for the sign-in form in memory; they never stand in an address. Where someone is signed in they are
 * dropped: the next form would be another person's.
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
