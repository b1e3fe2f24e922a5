import { type Kysely, sql } from 'kysely';
import { serverMessage } from '#contracts';
import type { Clock } from '#foundation';
import type { Database } from '../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';
import { consumePoint, type RateLimit, refundPoint } from './rate-limit.ts';

/** Failed sign-ins that lock an address on a device. */
const MAX_FAILURES = 10;
export const LOCK_MINUTES = 15;
/** Limit per network address over all accounts, high enough for a department behind one router. */
const ADDRESS_LIMIT: RateLimit = { action: 'login', points: 200, minutes: LOCK_MINUTES };

/**
 * Returns the seconds until the lock ends in `data.retryAfterSeconds`, the source of the
 * Retry-After header.
 */
function lockedResponse(retryAfterSeconds: number): ErrorResponse {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return errorResponse('AccountLocked', serverMessage('SIGN_IN_LOCKED', { minutes }), {
    retryAfterSeconds,
  });
}

export interface SignInAttempt {
  readonly organizationId: string;
  /** Lower case. */
  readonly email: string;
  /** Network address of the caller. */
  readonly address: string;
  /** Id of the known device; empty for unknown devices, which share one count. */
  readonly device: string;
}

export interface CountedAttempt {
  readonly error: ErrorResponse | null;
  /** True for the attempt whose failure locks the address. */
  readonly isLast: boolean;
  /**
   * Rejected by the limit of the network address. Not audited, because the number of such attempts
   * is unbounded.
   */
  readonly isAddressLimited: boolean;
}

/**
 * Slows password guessing. Ten failures lock an e-mail address for 15 minutes, whether or not an
 * account exists, so that a lock reveals nothing; the count survives a restart. Counts before the
 * password check, so that parallel attempts gain nothing. Counts each known device separately, so
 * that strangers can't lock out the owner.
 */
export class SignInThrottle {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;

  constructor(db: Kysely<Database>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts an attempt; returns an error after too many. */
  async consume(attempt: SignInAttempt): Promise<CountedAttempt> {
    const { organizationId, email, device } = attempt;
    const key = { organizationId, subject: attempt.address };
    const addressError = await consumePoint(this.#db, this.#clock, ADDRESS_LIMIT, key);
    if (addressError !== null)
      return { error: addressError, isLast: false, isAddressLimited: true };
    const now = new Date(this.#clock.now()).toISOString();
    const window = sql<string>`${now}::timestamptz - make_interval(mins => ${LOCK_MINUTES})`;
    const row = await this.#db
      .insertInto('signInFailure')
      .values({ organizationId, email, device, failures: 1, lastAt: now })
      .onConflict((conflict) =>
        conflict.columns(['organizationId', 'email', 'device']).doUpdateSet({
          failures: sql<number>`case when sign_in_failure.last_at < ${window} then 1
            else sign_in_failure.failures + 1 end`,
          // An attempt during a lock does not extend the lock.
          lastAt: sql<string>`case when sign_in_failure.last_at >= ${window}
            and sign_in_failure.failures >= ${MAX_FAILURES}
            then sign_in_failure.last_at else ${now} end`,
        }),
      )
      .returning(['failures', 'lastAt'])
      .executeTakeFirstOrThrow();
    if (row.failures <= MAX_FAILURES) {
      return { error: null, isLast: row.failures === MAX_FAILURES, isAddressLimited: false };
    }
    const endsMs = Date.parse(row.lastAt) + LOCK_MINUTES * 60_000;
    const error = lockedResponse(Math.max(1, Math.ceil((endsMs - this.#clock.now()) / 1000)));
    return { error, isLast: false, isAddressLimited: false };
  }

  /** Clears the device's count and refunds the network address after a correct password. */
  async clear({ organizationId, email, device, address }: SignInAttempt): Promise<void> {
    await this.#db
      .deleteFrom('signInFailure')
      .where('organizationId', '=', organizationId)
      .where('email', '=', email)
      .where('device', '=', device)
      .execute();
    await refundPoint(this.#db, ADDRESS_LIMIT, { organizationId, subject: address });
  }
}

/** Releases the lock of failed sign-ins for known and unknown devices. */
export async function clearFailures(
  db: Kysely<Database>,
  { organizationId, email }: Pick<SignInAttempt, 'organizationId' | 'email'>,
): Promise<void> {
  await db
    .deleteFrom('signInFailure')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .execute();
}
