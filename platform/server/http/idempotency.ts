import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Route } from '#contracts';
import { actorIdOf, type CallPrincipal } from '../accounts/principal.ts';
import type { Database } from '../database/schema.ts';
import type { AuditSubject } from './call.ts';
import { type ErrorResponse, errorResponse } from './error-response.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** A POST that names itself, so that a repetition finds the first answer. */
export interface NamedRequest {
  readonly organizationId: string;
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

/** What a repetition is answered, and what the audit says that the first call was about. */
export interface StoredResponse {
  readonly response: object | null;
  readonly subject: AuditSubject;
}

/** Whether a repetition finds the first answer; none that holds a secret is kept. */
export function storesResponse(route: Route): boolean {
  const { method, access, secret, longRead, answer: response, bodyKind = 'json' } = route;
  const isJson = response !== undefined && bodyKind === 'json';
  const isStored = secret !== true && longRead !== true;
  return method === 'POST' && access !== 'public' && isJson && isStored;
}

/** Null where the call carries no key. */
export function namedRequest(
  action: string,
  principal: CallPrincipal,
  header: string | string[] | undefined,
  content: unknown,
): NamedRequest | ErrorResponse | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !KEY.test(header)) {
    return errorResponse('BadRequest', 'Idempotency-Key holds 1 to 200 printable characters');
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
 * Claims the key in the caller's transaction. A second call with it waits here until the first
 * one ends: then it gets the first answer, or the claim if the first was undone.
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
    return errorResponse(
      'IdempotencyMismatch',
      'This Idempotency-Key was used for another request',
    );
  }
  return { response: first.answer, subject: first.subject };
}

/** Keeps the answer for repetitions, in the same transaction as what it tells. */
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
