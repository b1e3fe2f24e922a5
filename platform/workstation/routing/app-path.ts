/** A place in the application, as the hash of the address says it. */
export interface AppPath {
  /** Starts with '/'. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** `#/scan?scan=1` → path and query; anything that is not a path is the landing. */
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

/** Path and query in one, as links and the router take them. */
export function addressOf({ path, query }: AppPath): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * The place that a `redirect` query may send a person to: a path of this application and nothing
 * else. Null for addresses with a host ('//evil.example', 'https:'), control characters and
 * backslashes, and for the sign-in page itself.
 */
export function internalPath(redirect: string | null): string | null {
  if (redirect === null || !redirect.startsWith('/')) return null;
  // Browsers read '/\' as '//', and drop tabs and line ends inside addresses.
  if (/^\/[/\\]/.test(redirect) || redirect.includes('\\') || hasControl(redirect)) return null;
  const { path } = parseHash(redirect);
  return path === '/login' || path === '/' ? null : redirect;
}

function hasControl(text: string): boolean {
  return [...text].some(
    (character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f,
  );
}

/** The sign-in address that returns to `wanted` afterwards. */
export function loginPath(requestedPath: string): string {
  const target = internalPath(requestedPath);
  return target === null ? '/login' : `/login?redirect=${encodeURIComponent(target)}`;
}
