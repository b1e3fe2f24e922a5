import { isLoopbackName, type LinkCredentials, splitLinkCredentials } from '#contracts/light';

/** Credentials of a link for the sign-in form; dropped once taken. */
export type Prefill = LinkCredentials;

/** Returns true where the address is private: loopback, or the scheme of the desktop shell. */
export function isLocalAddress({
  protocol,
  hostname,
}: Pick<URL, 'protocol' | 'hostname'>): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  return isLoopbackName(hostname);
}

/** Subset of `window` that is used; tests pass a fake. */
export interface AddressBar {
  readonly location: Pick<Location, 'protocol' | 'hostname' | 'hash' | 'search' | 'pathname'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

let storedPrefill: Prefill | null = null;
/** True when the credentials appeared in an address, where others may have seen them. */
let isFromAddress = false;

/**
 * Removes user name and password from the address before other code reads, shows or stores the
 * address; keeps them for the sign-in form only.
 * @returns whether the address contained credentials
 */
export function stripCredentials({ location, history }: AddressBar): boolean {
  const queryIdx = location.hash.indexOf('?');
  if (queryIdx === -1) return false;
  if (!/^#\/(external-link|login)\/?$/.test(location.hash.slice(0, queryIdx))) return false;
  const { query, credentials } = splitLinkCredentials(
    new URLSearchParams(location.hash.slice(queryIdx + 1)),
  );
  if (credentials === null) return false;
  const text = query.toString();
  const clean = `${location.hash.slice(0, queryIdx)}${text === '' ? '' : `?${text}`}`;
  history.replaceState(history.state, '', `${location.pathname}${location.search}${clean}`);
  storedPrefill = credentials;
  isFromAddress = true;
  return true;
}

/** Drops credentials that others could have seen in the address, unless the site allows them. */
export function clearDisallowedPrefill(
  location: AddressBar['location'],
  siteAllows: boolean,
): void {
  if (isFromAddress && !siteAllows && !isLocalAddress(location)) storedPrefill = null;
}

/**
 * Stores a prefill for the next sign-in form, e.g. the e-mail address after a new password was set.
 */
export function storePrefill(prefill: Prefill, fromAddress = false): void {
  storedPrefill = prefill;
  isFromAddress = fromAddress;
}

/** Returns the stored prefill and removes it from the store; null when empty. */
export function takePrefill(): Prefill | null {
  const prefill = storedPrefill;
  storedPrefill = null;
  return prefill;
}
