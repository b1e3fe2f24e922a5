/** Path and query in the hash of the address. */
export interface AppPath {
  /** Starts with '/'. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Parses `#/scan?scan=1` into path and query; returns '/' for anything that is not a path. */
export function parseHash(hash: string): AppPath {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (!text.startsWith('/')) return { path: '/', query: new URLSearchParams() };
  const at = text.indexOf('?');
  const path = at === -1 ? text : text.slice(0, at);
  return {
    path: path.length > 1 ? path.replace(/\/+$/, '') || '/' : path,
    query: new URLSearchParams(at === -1 ? '' : text.slice(at + 1)),
  };
}

/** Joins path and query for links and the router. */
export function addressOf({ path, query }: AppPath): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Validates a `redirect` query: returns a path of this application. Null for addresses with a host
 * ('//evil.example', 'https:'), control characters and backslashes, and for '/' and the sign-in
 * page.
 */
export function internalPath(redirect: string | null): string | null {
  if (redirect === null || !redirect.startsWith('/')) return null;
  // Browsers treat '/\' as '//' and drop tabs and line breaks in addresses.
  if (/^\/[/\\]/.test(redirect) || redirect.includes('\\') || hasControl(redirect)) return null;
  const { path } = parseHash(redirect);
  return path === '/login' || path === '/' ? null : redirect;
}

function hasControl(text: string): boolean {
  return [...text].some(
    (character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f,
  );
}

/** Returns the sign-in address that redirects to `requestedPath` afterwards. */
export function loginPath(requestedPath: string): string {
  const target = internalPath(requestedPath);
  return target === null ? '/login' : `/login?redirect=${encodeURIComponent(target)}`;
}
