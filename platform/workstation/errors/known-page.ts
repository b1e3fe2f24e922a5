import { parseHash } from '../routing/app-path.ts';
import { specifiedPage } from '../routing/specified-pages.ts';

const UNKNOWN = '/…';

/**
 * The page that an address opens, as its path is declared: `#/scan?study=1` → `/scan`. An address
 * that opens none may hold anything.
 */
export function knownPage(hash: string, extensionPages: readonly string[]): string {
  const { path } = parseHash(hash);
  return specifiedPage(path) !== undefined || extensionPages.includes(path) ? path : UNKNOWN;
}
