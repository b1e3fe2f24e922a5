/** Request of another program's link, with the link's host and credentials removed. */
export interface ExternalLink {
  /** Query of the page `/external-link`, without user name and password. */
  readonly query: string;
  /** Credentials for the sign-in form only. */
  readonly credentials: LinkCredentials | null;
}

export interface LinkCredentials {
  readonly email: string;
  readonly password: string;
}

/** URL scheme registered by an installed desktop. */
export const LINK_SCHEME = 'clockface';
/** Maximum length of a link in characters; longer links are rejected. */
export const MAX_LINK_LENGTH = 2_000;

const PAGE = 'external-link';
/** Query parameters with the user name or the password, in lower case. */
const USER_PARAMETERS = ['username', 'user', 'login', 'email'];
const PASSWORD_PARAMETERS = ['password', 'pwd', 'passwd'];

/**
 * Parses a link passed to a program at startup. Accepts only `clockface://external-link?…` and the
 * page `/external-link` of the application's own address (`base`, e.g. `http://127.0.0.1:4300/`),
 * with or without `#`. Returns null for any other link, which must not be opened.
 */
export function readExternalLink(text: string, base: string): ExternalLink | null {
  if (text.length > MAX_LINK_LENGTH || !isPrintable(text) || !URL.canParse(text)) return null;
  const link = new URL(text);
  const query = link.protocol === `${LINK_SCHEME}:` ? queryOfScheme(link) : queryOfPage(link, base);
  if (query === null) return null;
  const { query: remaining, credentials } = splitLinkCredentials(new URLSearchParams(query));
  return { query: remaining.toString(), credentials: credentials ?? credentialsOfUrl(link) };
}

/**
 * Accepts `clockface://external-link?…` and the variant `clockface:///external-link?…` of some
 * programs.
 */
function queryOfScheme({ host, pathname, search }: URL): string | null {
  const path = `${host}${pathname}`.replace(/^\/|\/$/g, '');
  return path === PAGE ? search : null;
}

function queryOfPage(link: URL, base: string): string | null {
  const baseUrl = new URL('.', base);
  if (originOf(link) !== originOf(baseUrl)) return null;
  if (link.pathname.replace(/\/$/, '') === `${baseUrl.pathname}${PAGE}`) return link.search;
  if (link.pathname !== baseUrl.pathname) return null;
  const [path, ...query] = link.hash.split('?');
  return path?.replace(/\/$/, '') === `#/${PAGE}` ? query.join('?') : null;
}

/** Returns the origin with every loopback name replaced by `localhost`. */
function originOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${isLoopbackName(hostname) ? 'localhost' : hostname}:${port}`;
}

/** True for loopback names and addresses, with or without brackets. */
export function isLoopbackName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Reads `clockface://name:password@external-link?…`. */
function credentialsOfUrl({ username, password }: URL): LinkCredentials | null {
  if (username === '' && password === '') return null;
  try {
    return { email: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // Rejects a lone percent sign, because a partly decoded password would be a different password.
    return null;
  }
}

/** Splits the query into the remaining parameters and the credentials, null if there are none. */
export function splitLinkCredentials(query: URLSearchParams): {
  readonly query: URLSearchParams;
  readonly credentials: LinkCredentials | null;
} {
  const remaining = new URLSearchParams();
  let email: string | null = null;
  let password: string | null = null;
  for (const [name, value] of query) {
    if (USER_PARAMETERS.includes(name.toLowerCase())) email ??= value;
    else if (PASSWORD_PARAMETERS.includes(name.toLowerCase())) password ??= value;
    else remaining.append(name, value);
  }
  const credentials =
    email === null && password === null ? null : { email: email ?? '', password: password ?? '' };
  return { query: remaining, credentials };
}

function isPrintable(text: string): boolean {
  return [...text].every(
    (character) => character.charCodeAt(0) > 0x20 && character.charCodeAt(0) !== 0x7f,
  );
}
