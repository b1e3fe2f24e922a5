import type { FastifyReply } from 'fastify';
import type { Route } from '#contracts';
import { ByteAnswer } from './byte-answer.ts';
import { entityTag } from './if-match.ts';
import { Refusal } from './refusal.ts';

/** The one place that makes HTTP of what a handler returned. Every success is 200 (a range 206). */
export function sendAnswer(reply: FastifyReply, route: Route, answer: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (answer instanceof Refusal) return sendRefusal(reply, answer);
  if (answer instanceof ByteAnswer) {
    return reply.code(answer.status).headers(answer.headers).send(answer.bytes);
  }
  if (route.answer === undefined) throw new Error(`${route.path} answers bytes`);
  // Parsing is a fence: a column that is not in the contract never leaves the server.
  const value: unknown = route.answer.parse(answer);
  if (isVersioned(value)) reply.header('etag', entityTag(value.version));
  return reply.code(200).send(value);
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const wait = refusal.status === 503 ? 2 : secondsToWait(refusal.data);
  if (wait !== null) reply.header('retry-after', String(wait));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(refusal.status).send(refusal.body);
}

/** What a refusal that passes with time says of itself. */
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
