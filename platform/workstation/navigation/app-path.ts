/** Path and query in the hash of the address. */
export interface AppPath {
  /** Starts with '/'. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Parses `#/scan?scan=1` into path and query; returns the path '/' for a hash without a path. */
export function parseHash(hash: string): AppPath {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (!text.startsWith('/')) return { path: '/', query: new URLSearchParams() };
  const queryIdx = text.indexOf('?');
  const path = queryIdx === -1 ? text : text.slice(0, queryIdx);
  return {
    path: path.length > 1 ? path.replace(/\/+$/, '') || '/' : path,
    query: new URLSearchParams(queryIdx === -1 ? '' : text.slice(queryIdx + 1)),
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
  if (redirect.startsWith('//') || redirect.includes('\\') || hasControlCharacter(redirect)) {
    return null;
  }
  const { path } = parseHash(redirect);
  return path === '/login' || path === '/' ? null : redirect;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some(
    (character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f,
  );
}

/** Returns the sign-in address that redirects to `requestedPath` afterwards. */
export function loginPath(requestedPath: string): string {
  const target = internalPath(requestedPath);
  return target === null ? '/login' : `/login?redirect=${encodeURIComponent(target)}`;
}
