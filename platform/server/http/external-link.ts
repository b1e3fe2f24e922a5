import type { FastifyInstance } from 'fastify';
import { isLoopbackName, type SiteConfig, splitLinkCredentials } from '#contracts';

/** Ours, and the one that IHE Invoke Image Display (RAD-106) prescribes. */
const PATHS = ['/external-link', '/IHEInvokeImageDisplay'] as const;
/** Longer than any link that can be opened. */
const LONGEST = 2_000;

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
      const query = new URLSearchParams(cutToLength(request.url.slice(path.length)));
      const keepsAll = links.credentials || isLoopbackName(request.hostname);
      const kept = keepsAll ? query : splitLinkCredentials(query).query;
      // Relative, so that it holds behind a proxy that serves the product in a folder.
      return reply.header('cache-control', 'no-store').redirect(`./#/external-link?${kept}`, 303);
    });
  }
}

/** What is beyond is left out by whole entries: half of a record number is somebody else's. */
function cutToLength(query: string): string {
  if (query.length <= LONGEST) return query;
  return query.slice(0, Math.max(0, query.lastIndexOf('&', LONGEST)));
}
