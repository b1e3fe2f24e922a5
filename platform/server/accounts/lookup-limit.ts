import { ErrorResponse } from '../http/error-response.ts';
import type { ServerDeps } from '../server-deps.ts';
import type { CallPrincipal } from './principal.ts';
import { consumePoint, type RateLimit, refundPoint } from './rate-limit.ts';

/** Numbers that nobody has, by one account. A link that is followed by a person has the right one. */
const MISS_LIMIT: RateLimit = {
  action: 'lookup',
  points: 20,
  minutes: 15,
  text: 'Too many record or accession numbers that do not exist. Try again later',
};

/**
 * Codes that are checked while they are typed into a form: each pause asks, and a free code, which is
 * what the form hopes for, is a miss. Nobody types one every three seconds for a quarter of an hour;
 * a program that goes through codes does. Who is stopped goes on with the form, which then learns of a
 * taken code when it is saved.
 */
const CHECK_LIMIT: RateLimit = {
  action: 'codeCheck',
  points: 300,
  minutes: 15,
  text: 'Too many record numbers were checked that do not exist. Try again later',
};

type LimitDeps = Pick<ServerDeps, 'db' | 'clock'>;

/**
 * Looks something up by a number that may be guessed. Counted before it is looked up, so that many
 * tries at once gain nothing; what is found is given back. After twenty misses in a quarter of an
 * hour nothing is answered any more, not even what exists.
 */
export function limitMisses<T>(
  deps: LimitDeps,
  principal: CallPrincipal,
  lookUp: () => Promise<T | ErrorResponse>,
): Promise<T | ErrorResponse> {
  return limited(deps, principal, MISS_LIMIT, lookUp, (result) => result instanceof ErrorResponse);
}

/** The same of checks whether a code is taken. */
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
