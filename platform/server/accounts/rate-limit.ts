import { type Kysely, sql } from 'kysely';
import { type ServerMessage, serverMessage } from '#contracts';
import type { Clock } from '#foundation';
import type { Database } from '../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';

/** Limit of an action per subject. Counted in the database, so across all processes. */
export interface RateLimit {
  /** Name of the action, e.g. `login`. */
  readonly action: string;
  /** Maximum points within one window. */
  readonly points: number;
  /** Length of the window, which starts with its first point. */
  readonly minutes: number;
  /** Text of the error; by default too many attempts from this network. */
  readonly message?: ServerMessage;
}

export interface RateKey {
  readonly organizationId: string;
  /** Network address, account id or another counted key. */
  readonly subject: string;
}

/** Adds `count` points. Returns an error with the time to wait when the limit is exceeded. */
export async function consumePoint(
  db: Kysely<Database>,
  clock: Clock,
  limit: RateLimit,
  { organizationId, subject }: RateKey,
  count: number = 1,
): Promise<ErrorResponse | null> {
  const now = clock.now();
  const fresh = { points: count, endsAt: new Date(now + limit.minutes * 60_000).toISOString() };
  const hasEnded = sql`rate_limit.ends_at <= ${new Date(now).toISOString()}::timestamptz`;
  const row = await db
    .insertInto('rateLimit')
    .values({ organizationId, subject, act: limit.action, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'act', 'subject']).doUpdateSet({
        points: sql<number>`case when ${hasEnded} then ${count} else rate_limit.points + ${count} end`,
        endsAt: sql<string>`case when ${hasEnded} then ${fresh.endsAt}::timestamptz
          else rate_limit.ends_at end`,
      }),
    )
    .returning(['points', 'endsAt'])
    .executeTakeFirstOrThrow();
  if (row.points <= limit.points) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(row.endsAt) - now) / 1000));
  const message = limit.message ?? serverMessage('TOO_MANY_ATTEMPTS');
  return errorResponse('TooManyRequests', message, { retryAfterSeconds });
}

/** Removes one point of the current window, because a success does not count as an attempt. */
export async function refundPoint(
  db: Kysely<Database>,
  limit: RateLimit,
  { organizationId, subject }: RateKey,
): Promise<void> {
  await db
    .updateTable('rateLimit')
    .set({ points: sql<number>`greatest(points - 1, 0)` })
    .where('organizationId', '=', organizationId)
    .where('act', '=', limit.action)
    .where('subject', '=', subject)
    .execute();
}
