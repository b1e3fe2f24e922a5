import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Route, routes, serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from './error-response.ts';

/** Routes for browsers before they have the key, and for monitoring. */
const KEYLESS_ROUTES: ReadonlySet<Route> = new Set<Route>([routes.health, routes.publicConfig]);

/** Routes also opened by URL, with the key and a download token in the query. */
const KEY_IN_QUERY: ReadonlySet<Route> = new Set<Route>([
  routes.downloadScanFile,
  routes.downloadAttachmentFile,
]);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns null when the key is valid or the route needs none. Compares in constant time. The key
 * identifies the site and grants no access by itself.
 */
export function checkApiKey(
  route: Route,
  request: FastifyRequest,
  apiKey: string,
): ErrorResponse | null {
  if (KEYLESS_ROUTES.has(route)) return null;
  const providedKey = request.headers['x-api-key'] ?? keyInQuery(route, request.query);
  const isValid =
    typeof providedKey === 'string' && timingSafeEqual(digest(providedKey), digest(apiKey));
  return isValid ? null : errorResponse('Unauthorized', serverMessage('API_KEY_INVALID'));
}

function keyInQuery(route: Route, query: unknown): unknown {
  if (!KEY_IN_QUERY.has(route)) return undefined;
  return typeof query === 'object' && query !== null && 'apikey' in query
    ? query.apikey
    : undefined;
}
