import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Route, routes } from '#contracts';
import { type Refusal, refuse } from './refusal.ts';

/** What a browser asks before it can know the key, and what monitors ask. */
const KEYLESS: ReadonlySet<Route> = new Set<Route>([routes.health, routes.publicConfig]);

/** Opened by addresses as well, which carry the key and a token of their own. */
const KEY_IN_ADDRESS: ReadonlySet<Route> = new Set<Route>([
  routes.downloadScanFile,
  routes.downloadAttachmentFile,
]);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Null when the call may go on. Compared in constant time; the key names the site, no more. */
export function checkApiKey(route: Route, request: FastifyRequest, apiKey: string): Refusal | null {
  if (KEYLESS.has(route)) return null;
  const given = request.headers['x-api-key'] ?? keyInAddress(route, request.query);
  const right = typeof given === 'string' && timingSafeEqual(digest(given), digest(apiKey));
  return right ? null : refuse('Unauthorized', 'The API key is missing or wrong');
}

function keyInAddress(route: Route, query: unknown): unknown {
  if (!KEY_IN_ADDRESS.has(route)) return undefined;
  return typeof query === 'object' && query !== null && 'apikey' in query
    ? query.apikey
    : undefined;
}
