import { parseHash } from './app-path.ts';
import { productPage } from './product-pages.ts';

const UNKNOWN_PAGE = '/…';

/**
 * Returns the declared path of the page that an address opens: `#/scan?study=1` → `/scan`. Returns
 * '/…' for other addresses, because an unknown address may contain patient data.
 */
export function knownPage(hash: string, extensionPages: readonly string[]): string {
  const { path } = parseHash(hash);
  return productPage(path) !== undefined || extensionPages.includes(path) ? path : UNKNOWN_PAGE;
}
