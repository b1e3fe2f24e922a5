import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Route, serverMessage } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { AuditSubject } from './call.ts';
import { type ErrorResponse, errorResponse } from './error-response.ts';
import { actorIdOf, type CallPrincipal } from './principal.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** POST request with an Idempotency-Key. */
export interface NamedRequest {
  readonly organizationId: string;
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Response to a repeated request, with the audit subject of the first call. */
export interface StoredResponse {
  readonly response: object | null;
  readonly subject: AuditSubject;
}

/**
 * Returns whether the responses of a route are stored for repeated requests; responses with secrets
 * are not stored.
 */
export function storesResponse(route: Route): boolean {
  const { method, access, secret, longRead, response, bodyKind = 'json' } = route;
  const isJson = response !== undefined && bodyKind === 'json';
  const isStored = secret !== true && longRead !== true;
  return method === 'POST' && access !== 'public' && isJson && isStored;
}

/**
 * Returns the identity of a call by its Idempotency-Key: null without a key, an error for an
 * invalid key. `content` is hashed to detect a key that is reused for another request.
 */
export function namedRequest(
  action: string,
  principal: CallPrincipal,
  header: string | string[] | undefined,
  content: unknown,
): NamedRequest | ErrorResponse | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !KEY.test(header)) {
    return errorResponse('BadRequest', serverMessage('IDEMPOTENCY_KEY_INVALID'));
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([action, content]))
    .digest();
  return {
    organizationId: principal.organizationId,
    actorId: actorIdOf(principal) ?? principal.tokenId,
    key: header,
    requestHash,
  };
}

/**
 * Claims the key in the caller's transaction. A concurrent call with the same key waits for the
 * first and then gets the stored response, or the claim after a rollback.
 */
export async function claimRequest(
  db: Kysely<Database>,
  named: NamedRequest,
): Promise<'claimed' | StoredResponse | ErrorResponse> {
  const inserted = await db
    .insertInto('idempotency')
    .values({ ...named, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted !== undefined) return 'claimed';
  const first = await selectNamed(db, named).executeTakeFirstOrThrow();
  if (!first.requestHash.equals(named.requestHash)) {
    return errorResponse('IdempotencyMismatch', serverMessage('IDEMPOTENCY_KEY_REUSED'));
  }
  return { response: first.answer, subject: first.subject };
}

/** Stores the response for repetitions, in the same transaction as the call's changes. */
export async function storeResponse(
  db: Kysely<Database>,
  named: NamedRequest,
  response: unknown,
  subject: AuditSubject,
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(response), subject: JSON.stringify(subject) })
    .where('organizationId', '=', named.organizationId)
    .where('actorId', '=', named.actorId)
    .where('key', '=', named.key)
    .execute();
}

function selectNamed(db: Kysely<Database>, named: NamedRequest) {
  return db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer', 'subject'])
    .where('organizationId', '=', named.organizationId)
    .where('actorId', '=', named.actorId)
    .where('key', '=', named.key);
}
