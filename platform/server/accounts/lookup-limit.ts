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
 * Looks something up by a number that may be guessed. Counted before it is looked up, so that many
 * tries at once gain nothing; what is found is given back. After twenty misses in a quarter of an
 * hour nothing is answered any more, not even what exists.
 */
export async function limitMisses<T>(
  { db, clock }: Pick<ServerParts, 'db' | 'clock'>,
  { organizationId, accountId, tokenId }: CallPrincipal,
  look: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const key = { organizationId, subject: accountId ?? tokenId };
  const tooMany = await takePoint(db, clock, MISSES, key);
  if (tooMany !== null) return tooMany;
  const found = await look();
  if (!(found instanceof Refusal)) await returnPoint(db, MISSES, key);
  return found;
}
