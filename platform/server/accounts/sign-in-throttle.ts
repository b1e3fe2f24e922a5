import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '#foundation';
import type { Database } from '../database/schema.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

const FAILURES = 10;
const LOCK_MINUTES = 15;
/** From one address, over all accounts: room for a department behind one router. */
const TRIES_PER_ADDRESS = 200;

/** `data.retryAfterSeconds` tells when the lock ends; the answer's Retry-After says the same. */
function locked(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const text = `Too many failed sign-ins. Try again in ${wait}, or ask an administrator`;
  return refuse('AccountLocked', text, { retryAfterSeconds });
}

export interface SignInAttempt {
  readonly organizationId: string;
  /** Lower case. */
  readonly email: string;
  /** Network address of the caller. */
  readonly address: string;
}

/**
 * Slows guessing. Ten failures lock an e-mail address for 15 minutes, whether or not it has an
 * account, so that a lock tells nothing; the count survives a restart. Counted before the password
 * is looked at, so that parallel tries gain nothing.
 */
export class SignInThrottle {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #byAddress = new RateLimiterMemory({
    points: TRIES_PER_ADDRESS,
    duration: LOCK_MINUTES * 60,
  });

  constructor(db: Kysely<Database>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts a try; a refusal when there were too many. */
  async take(attempt: SignInAttempt): Promise<Refusal | null> {
    const address = await this.#byAddress.consume(attempt.address).catch((full: unknown) => full);
    if (address instanceof Error) throw address;
    if (await this.#byAddressIsFull(attempt.address)) {
      return refuse('TooManyRequests', 'Too many tries from this address. Try again later');
    }
    const now = new Date(this.#clock.now()).toISOString();
    const window = sql<string>`${now}::timestamptz - make_interval(mins => ${LOCK_MINUTES})`;
    const row = await this.#db
      .insertInto('signInFailure')
      .values({
        organizationId: attempt.organizationId,
        email: attempt.email,
        failures: 1,
        lastAt: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['organizationId', 'email']).doUpdateSet({
          failures: sql<number>`case when sign_in_failure.last_at < ${window} then 1
            else sign_in_failure.failures + 1 end`,
          // A try while it is locked prolongs nothing.
          lastAt: sql<string>`case when sign_in_failure.last_at >= ${window}
            and sign_in_failure.failures >= ${FAILURES}
            then sign_in_failure.last_at else ${now} end`,
        }),
      )
      .returning(['failures', 'lastAt'])
      .executeTakeFirstOrThrow();
    if (row.failures <= FAILURES) return null;
    const endsMs = Date.parse(row.lastAt) + LOCK_MINUTES * 60_000;
    return locked(Math.max(1, Math.ceil((endsMs - this.#clock.now()) / 1000)));
  }

  /** A right password clears the count. */
  async clear(attempt: SignInAttempt): Promise<void> {
    await this.#db
      .deleteFrom('signInFailure')
      .where('organizationId', '=', attempt.organizationId)
      .where('email', '=', attempt.email)
      .execute();
  }

  async #byAddressIsFull(address: string): Promise<boolean> {
    const state = await this.#byAddress.get(address);
    return state !== null && state.consumedPoints > TRIES_PER_ADDRESS;
  }
}
