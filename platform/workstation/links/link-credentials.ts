import { isLoopbackName, type LinkCredentials, splitLinkCredentials } from '#contracts/light';

/** What a link has brought for the sign-in form; forgotten once the form has taken it. */
export type Prefill = LinkCredentials;

/** True where nobody else can see the address: this machine, or the desktop shell's own scheme. */
export function isLocalAddress({
  protocol,
  hostname,
}: Pick<URL, 'protocol' | 'hostname'>): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  return isLoopbackName(hostname);
}

/** The part of the window that is used; tests hand in their own. */
export interface AddressBar {
  readonly location: Pick<Location, 'protocol' | 'hostname' | 'hash' | 'search' | 'pathname'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

let storedPrefill: Prefill | null = null;
/** Whether it stood in an address, where others may have seen it. */
let isFromAddress = false;

/**
 * Takes user name and password out of a link before anything else reads, shows or keeps the address.
 * They are held for the sign-in form alone. @returns whether there were any
 */
export function stripCredentials({ location, history }: AddressBar): boolean {
  const at = location.hash.indexOf('?');
  if (at === -1 || !/^#\/(external-link|login)\/?$/.test(location.hash.slice(0, at))) return false;
  const { query, credentials } = splitLinkCredentials(
    new URLSearchParams(location.hash.slice(at + 1)),
  );
  if (credentials === null) return false;
  const text = query.toString();
  const clean = `${location.hash.slice(0, at)}${text === '' ? '' : `?${text}`}`;
  history.replaceState(history.state, '', `${location.pathname}${location.search}${clean}`);
  storedPrefill = credentials;
  isFromAddress = true;
  return true;
}

/** Forgets what a link brought where others could have seen it, unless the site takes the risk. */
export function clearDisallowedPrefill(
  location: AddressBar['location'],
  siteAllows: boolean,
): void {
  if (isFromAddress && !siteAllows && !isLocalAddress(location)) storedPrefill = null;
}

/** Keeps it for the next sign-in form, e.g. an address after a new password was set. */
export function storePrefill(prefill: Prefill, fromAddress = false): void {
  storedPrefill = prefill;
  isFromAddress = fromAddress;
}

/** What was held, once. */
export function takePrefill(): Prefill | null {
  const prefill = storedPrefill;
  storedPrefill = null;
  return prefill;
}
