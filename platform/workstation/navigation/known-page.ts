import { parseHash } from './app-path.ts';
import { specifiedPage } from './specified-pages.ts';

const UNKNOWN = '/…';

/**
 * Returns the declared path of the page that an address opens: `#/scan?study=1` → `/scan`. Returns
 * '/…' for other addresses, because they may contain patient data.
 */
export function knownPage(hash: string, extensionPages: readonly string[]): string {
  const { path } = parseHash(hash);
  return specifiedPage(path) !== undefined || extensionPages.includes(path) ? path : UNKNOWN;
}
