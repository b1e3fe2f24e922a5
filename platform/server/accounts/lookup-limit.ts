import { Refusal } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import type { CallPrincipal } from './principal.ts';
import { type RateLimit, returnPoint, takePoint } from './rate-limit.ts';

/** Numbers that nobody has, by one account. A link that is followed by a person has the right one. */
const MISSES: RateLimit = {
  act: 'lookup',
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
const CHECKS: RateLimit = {
  act: 'codeCheck',
  points: 300,
  minutes: 15,
  text: 'Too many record numbers were checked that do not exist. Try again later',
};

type Parts = Pick<ServerParts, 'db' | 'clock'>;

/**
 * Looks something up by a number that may be guessed. Counted before it is looked up, so that many
 * tries at once gain nothing; what is found is given back. After twenty misses in a quarter of an
 * hour nothing is answered any more, not even what exists.
 */
export function limitMisses<T>(
  parts: Parts,
  principal: CallPrincipal,
  look: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return limited(parts, principal, MISSES, look, (found) => found instanceof Refusal);
}

/** The same of checks whether a code is taken. */
export function limitChecks<T extends { readonly exists: boolean }>(
  parts: Parts,
  principal: CallPrincipal,
  look: () => Promise<T>,
): Promise<T | Refusal> {
  return limited(parts, principal, CHECKS, look, ({ exists }) => !exists);
}

async function limited<T>(
  { db, clock }: Parts,
  { organizationId, accountId, tokenId }: CallPrincipal,
  limit: RateLimit,
  look: () => Promise<T>,
  isMiss: (found: T) => boolean,
): Promise<T | Refusal> {
  const key = { organizationId, subject: accountId ?? tokenId };
  const tooMany = await takePoint(db, clock, limit, key);
  if (tooMany !== null) return tooMany;
  const found = await look();
  if (!isMiss(found)) await returnPoint(db, limit, key);
  return found;
}
