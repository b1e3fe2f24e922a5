/** What a link of another program asks for, with nothing left of where it came from. */
export interface ExternalLink {
  /** The query of the page `/external-link`, without user name and password. */
  readonly query: string;
  /** For the sign-in form alone. */
  readonly credentials: LinkCredentials | null;
}

export interface LinkCredentials {
  readonly email: string;
  readonly password: string;
}

/** The scheme that an installed desktop answers to. */
export const LINK_SCHEME = 'clockface';
/** Longer than any link that can be opened. */
export const LONGEST_LINK = 2_000;

const PAGE = 'external-link';
const NAMES = ['username', 'user', 'login', 'email'];
const PASSWORDS = ['password', 'pwd', 'passwd'];

/**
 * Reads a link that a program was started with. Only `clockface://external-link?…` and the page
 * `/external-link` of the application's own address (`base`, e.g. `http://127.0.0.1:4300/`) are
 * understood, with or without `#`; null is anything else, which nobody may open.
 */
export function readExternalLink(text: string, base: string): ExternalLink | null {
  if (text.length > LONGEST_LINK || !isPrintable(text) || !URL.canParse(text)) return null;
  const link = new URL(text);
  const query = link.protocol === `${LINK_SCHEME}:` ? ownScheme(link) : ownPage(link, base);
  if (query === null) return null;
  const { query: rest, found } = splitLinkCredentials(new URLSearchParams(query));
  return { query: rest.toString(), credentials: found ?? beforeHost(link) };
}

/** `clockface://external-link?…`; some programs write `clockface:///external-link?…`. */
function ownScheme({ host, pathname, search }: URL): string | null {
  const place = `${host}${pathname}`.replace(/^\/|\/$/g, '');
  return place === PAGE ? search : null;
}

function ownPage(link: URL, base: string): string | null {
  const own = new URL('.', base);
  if (originOf(link) !== originOf(own)) return null;
  if (link.pathname.replace(/\/$/, '') === `${own.pathname}${PAGE}`) return link.search;
  if (link.pathname !== own.pathname) return null;
  const [place, ...query] = link.hash.split('?');
  return place?.replace(/\/$/, '') === `#/${PAGE}` ? query.join('?') : null;
}

/** The names of this machine are one. */
function originOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${isLoopbackName(hostname) ? 'localhost' : hostname}:${port}`;
}

/** True for the names by which a machine calls itself, in brackets or not. */
export function isLoopbackName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** `clockface://name:word@external-link?…` */
function beforeHost({ username, password }: URL): LinkCredentials | null {
  if (username === '' && password === '') return null;
  try {
    return { email: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // A lone percent sign: half understood would be another password.
    return null;
  }
}

/** The query without user name and password, and what stood there. */
export function splitLinkCredentials(query: URLSearchParams): {
  readonly query: URLSearchParams;
  readonly found: LinkCredentials | null;
} {
  const rest = new URLSearchParams();
  let email: string | null = null;
  let password: string | null = null;
  for (const [name, value] of query) {
    if (NAMES.includes(name.toLowerCase())) email ??= value;
    else if (PASSWORDS.includes(name.toLowerCase())) password ??= value;
    else rest.append(name, value);
  }
  const found =
    email === null && password === null ? null : { email: email ?? '', password: password ?? '' };
  return { query: rest, found };
}

function isPrintable(text: string): boolean {
  return [...text].every((letter) => letter.charCodeAt(0) > 0x20 && letter.charCodeAt(0) !== 0x7f);
}
