import { serverMessage } from '#contracts';
import { ErrorResponse } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { consumePoint, type RateLimit, refundPoint } from './rate-limit.ts';

/** Limit per account of lookups that find no record; a lookup that finds a record is refunded. */
const MISS_LIMIT: RateLimit = {
  action: 'lookup',
  points: 20,
  minutes: 15,
  message: serverMessage('TOO_MANY_RECORD_LOOKUPS'),
};

/**
 * Limit per account of checks whether a patient code is free, which a form sends at every pause in
 * typing. A free code, the expected case, counts as a miss. 300 misses in 15 minutes (one every
 * three seconds) mean an automated scan. A limited user can still submit the form; saving then
 * reports a taken code.
 */
const CHECK_LIMIT: RateLimit = {
  action: 'codeCheck',
  points: 300,
  minutes: 15,
  message: serverMessage('TOO_MANY_CODE_CHECKS'),
};

type LimitDeps = Pick<ServerDeps, 'db' | 'clock'>;

/**
 * Looks up a record by a guessable number. Counts before the lookup, so that parallel attempts gain
 * nothing, and refunds hits. After 20 misses in 15 minutes rejects every lookup, existing records
 * included.
 */
export function limitMisses<T>(
  deps: LimitDeps,
  principal: CallPrincipal,
  lookUp: () => Promise<T | ErrorResponse>,
): Promise<T | ErrorResponse> {
  return limited(deps, principal, MISS_LIMIT, lookUp, (result) => result instanceof ErrorResponse);
}

/** Like `limitMisses`, for checks whether a code is taken. */
export function limitChecks<T extends { readonly exists: boolean }>(
  deps: LimitDeps,
  principal: CallPrincipal,
  lookUp: () => Promise<T>,
): Promise<T | ErrorResponse> {
  return limited(deps, principal, CHECK_LIMIT, lookUp, ({ exists }) => !exists);
}

async function limited<T>(
  { db, clock }: LimitDeps,
  { organizationId, accountId, tokenId }: CallPrincipal,
  limit: RateLimit,
  lookUp: () => Promise<T>,
  isMiss: (result: T) => boolean,
): Promise<T | ErrorResponse> {
  const key = { organizationId, subject: accountId ?? tokenId };
  const tooMany = await consumePoint(db, clock, limit, key);
  if (tooMany !== null) return tooMany;
  const result = await lookUp();
  if (!isMiss(result)) await refundPoint(db, limit, key);
  return result;
}
