import { ErrorResponse } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { consumePoint, type RateLimit, refundPoint } from './rate-limit.ts';

/**
 * Lookups of unknown numbers per account. A link that a user follows always has an existing number.
 */
const MISS_LIMIT: RateLimit = {
  action: 'lookup',
  points: 20,
  minutes: 15,
  text: 'Too many record or accession numbers that do not exist. Try again later',
};

/**
 * Code checks while a user types into a form. Every pause sends a check, and a free code, the
 * expected case, counts as a miss. 300 misses in 15 minutes (one every three seconds) mean an
 * automated scan. A limited user can still submit the form; saving then reports a taken code.
 */
const CHECK_LIMIT: RateLimit = {
  action: 'codeCheck',
  points: 300,
  minutes: 15,
  text: 'Too many record numbers were checked that do not exist. Try again later',
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
