import type { FastifyReply } from 'fastify';
import type { Route } from '#contracts';
import { ByteResponse } from './byte-response.ts';
import { ErrorResponse } from './error-response.ts';
import { entityTag } from './if-match.ts';

/** Converts every handler result to HTTP. Every success is 200 (a range 206). */
export function sendResponse(reply: FastifyReply, route: Route, response: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (response instanceof ErrorResponse) return sendErrorResponse(reply, response);
  if (response instanceof ByteResponse) {
    return reply.code(response.status).headers(response.headers).send(response.bytes);
  }
  if (route.response === undefined)
    throw new Error(`The handler of ${route.path} returned no ByteResponse`);
  // Parsing strips columns that are not in the contract.
  const value: unknown = route.response.parse(response);
  if (isVersioned(value)) reply.header('etag', entityTag(value.version));
  return reply.code(200).send(value);
}

/** Seconds after which a client may repeat a call that found a part of the server unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 2;

export function sendErrorResponse(reply: FastifyReply, error: ErrorResponse): FastifyReply {
  const wait = error.status === 503 ? UNAVAILABLE_RETRY_SECONDS : secondsToWait(error.data);
  if (wait !== null) reply.header('retry-after', String(wait));
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(error.status).send(error.body);
}

/** Returns the wait in seconds of a temporary error; null for other errors. */
function secondsToWait(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return null;
  return typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : null;
}

function isVersioned(value: unknown): value is { version: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'number'
  );
}
