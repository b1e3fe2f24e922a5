import type { FastifyReply } from 'fastify';
import { DOWNLOAD_ERROR_META, type Route } from '#contracts';
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

/**
 * Sends the error of a download by URL as a page, so that the browser shows a text and saves no
 * file. The application reads status and body from the meta element and shows them itself.
 */
export function sendErrorPage(
  reply: FastifyReply,
  { status, body, message }: ErrorResponse,
): FastifyReply {
  const error = escapeHtml(JSON.stringify({ status, body }));
  return reply
    .header('cache-control', 'no-store')
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><meta charset="utf-8"><title>Clockface</title>` +
        `<meta name="${DOWNLOAD_ERROR_META}" content="${error}"><p>${escapeHtml(message)}</p>`,
    );
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => HTML_ENTITIES[character] ?? '');

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
