/** What a link has brought for the sign-in form; forgotten once the form has taken it. */
export interface Prefill {
  readonly email: string;
  readonly password: string;
}

const NAMES = ['username', 'userName', 'user', 'login', 'email'];
const PASSWORDS = ['password', 'pwd', 'passwd'];
const LOWER = new Set([...NAMES, ...PASSWORDS].map((name) => name.toLowerCase()));

/** True where nobody else can see the address: this machine, or the desktop shell's own scheme. */
export function isLocalAddress({
  protocol,
  hostname,
}: Pick<URL, 'protocol' | 'hostname'>): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The query without user name and password, and what stood there. */
export function splitCredentials(query: URLSearchParams): {
  readonly query: URLSearchParams;
  readonly found: Prefill | null;
} {
  const rest = new URLSearchParams();
  for (const [name, value] of query) {
    if (!LOWER.has(name.toLowerCase())) rest.append(name, value);
  }
  const email = firstOf(query, NAMES);
  const password = firstOf(query, PASSWORDS);
  if (email === null && password === null) return { query: rest, found: null };
  return { query: rest, found: { email: email ?? '', password: password ?? '' } };
}

function firstOf(query: URLSearchParams, names: readonly string[]): string | null {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const [name, value] of query) if (wanted.has(name.toLowerCase())) return value;
  return null;
}

/** The part of the window that is used; tests hand in their own. */
export interface AddressBar {
  readonly location: Pick<Location, 'protocol' | 'hostname' | 'hash' | 'search' | 'pathname'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

let held: Prefill | null = null;

/**
 * Takes user name and password out of a link before anything else reads, shows or keeps the address.
 * They are held for the sign-in form alone. @returns whether there were any
 */
export function stripCredentials({ location, history }: AddressBar): boolean {
  const at = location.hash.indexOf('?');
  if (at === -1 || !/^#\/(external-link|login)\/?$/.test(location.hash.slice(0, at))) return false;
  const { query, found } = splitCredentials(new URLSearchParams(location.hash.slice(at + 1)));
  if (found === null) return false;
  const text = query.toString();
  const clean = `${location.hash.slice(0, at)}${text === '' ? '' : `?${text}`}`;
  history.replaceState(history.state, '', `${location.pathname}${location.search}${clean}`);
  held = found;
  return true;
}

/** Forgets what a link brought where others could have seen it, unless the site takes the risk. */
export function dropUnlessAllowed(location: AddressBar['location'], siteAllows: boolean): void {
  if (!siteAllows && !isLocalAddress(location)) held = null;
}

/** Keeps an address for the next sign-in form, e.g. after a new password was set. */
export function holdPrefill(prefill: Prefill): void {
  held = prefill;
}

/** What was held, once. */
export function takePrefill(): Prefill | null {
  const taken = held;
  held = null;
  return taken;
}
