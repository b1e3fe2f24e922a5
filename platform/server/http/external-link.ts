import type { FastifyInstance } from 'fastify';
import { isLoopbackName, type SiteConfig, splitLinkCredentials } from '#contracts';

/** Ours, and the one that IHE Invoke Image Display (RAD-106) prescribes. */
const PATHS = ['/external-link', '/IHEInvokeImageDisplay'] as const;
/** Longer than any link that can be opened. */
const MAX_QUERY_LENGTH = 2_000;

/**
 * Sends links without `#` to the page of the application that reads them. Nothing is looked up, and
 * nothing that the query holds is written anywhere. User name and password go no further than this
 * machine unless the site says so.
 */
export function serveExternalLinks(
  server: FastifyInstance,
  { links }: Pick<SiteConfig, 'links'>,
): void {
  for (const path of PATHS) {
    server.get(path, (request, reply) => {
      const query = new URLSearchParams(truncateQuery(request.url.slice(path.length)));
      const keepsCredentials = links.credentials || isLoopbackName(request.hostname);
      const forwarded = keepsCredentials ? query : splitLinkCredentials(query).query;
      // Relative, so that it holds behind a proxy that serves the product in a folder.
      return reply
        .header('cache-control', 'no-store')
        .redirect(`./#/external-link?${forwarded}`, 303);
    });
  }
}

/** What is beyond is left out by whole entries: half of a record number is somebody else's. */
function truncateQuery(query: string): string {
  if (query.length <= MAX_QUERY_LENGTH) return query;
  return query.slice(0, Math.max(0, query.lastIndexOf('&', MAX_QUERY_LENGTH)));
}
