import type { FastifyInstance } from 'fastify';
import { isLoopbackName, type SiteConfig, splitLinkCredentials } from '#contracts';

/** The product's own path, and the path defined by IHE Invoke Image Display (RAD-106). */
const PATHS = ['/external-link', '/IHEInvokeImageDisplay'] as const;
/** Maximum query length; no valid link is longer. */
const MAX_QUERY_LENGTH = 2_000;

/**
 * Redirects links without `#` to the application page that reads them. Looks nothing up and logs
 * nothing of the query. Forwards user name and password only on loopback, unless the site allows
 * otherwise.
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
      // Relative, so that the redirect works behind a proxy with a path prefix.
      return reply
        .header('cache-control', 'no-store')
        .redirect(`./#/external-link?${forwarded}`, 303);
    });
  }
}

/**
 * Drops excess text by whole parameters, because a truncated record number may belong to another
 * patient.
 */
function truncateQuery(query: string): string {
  if (query.length <= MAX_QUERY_LENGTH) return query;
  return query.slice(0, Math.max(0, query.lastIndexOf('&', MAX_QUERY_LENGTH)));
}
