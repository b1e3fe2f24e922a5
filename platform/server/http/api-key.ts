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
  routes.downloadDataset,
  routes.downloadFindingExport,
  routes.exportAudit,
]);

/** Paths of these routes as the HTTP server matches them. */
const ADDRESS_PATHS: ReadonlySet<string> = new Set([...KEY_IN_QUERY].map(serverPath));

/** Returns the path of a route as the HTTP server matches it: `/api/scans/:id`. */
export function serverPath(route: Route): string {
  return `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** True for a route that a browser opens by URL, in a hidden frame of the application. */
export function isAddressPath(path: string | undefined): boolean {
  return path !== undefined && ADDRESS_PATHS.has(path);
}

/** True for a request by URL, with a download token in place of the bearer token. */
export function isByAddress(route: Route, { headers, query }: FastifyRequest): boolean {
  return (
    KEY_IN_QUERY.has(route) &&
    headers.authorization === undefined &&
    typeof query === 'object' &&
    query !== null &&
    'token' in query
  );
}

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
