import { type Kysely, sql } from 'kysely';
import type { Clock } from '#foundation';
import type { Database } from '../database/schema.ts';
import { purgeSessions } from './sessions.ts';

const DAY_MS = 86_400_000;
/** Retention of the counts of failed sign-ins; longer than every lock, which ends after minutes. */
const FAILURE_DAYS = 1;
/** Retention of links after their expiry. */
const LINK_DAYS = 7;
/** Retention of known devices after their last sign-in. */
const DEVICE_DAYS = 365;
/** Limit per account, because clients without cookies count as a new device at every sign-in. */
const MAX_DEVICES = 50;
/** Retention of mails that are no longer queued, and so of the addresses in them. */
const MAIL_DAYS = 30;

/** Deletes expired sessions, counts, links, devices and sent mails. */
export async function purgeAccounts(db: Kysely<Database>, clock: Clock): Promise<void> {
  const daysAgo = (days: number): string => new Date(clock.now() - days * DAY_MS).toISOString();
  await purgeSessions(db, clock);
  await db.deleteFrom('signInFailure').where('lastAt', '<', daysAgo(FAILURE_DAYS)).execute();
  await db.deleteFrom('rateLimit').where('endsAt', '<', daysAgo(0)).execute();
  await db.deleteFrom('accountLink').where('expiresAt', '<', daysAgo(LINK_DAYS)).execute();
  await db.deleteFrom('knownDevice').where('lastUsedAt', '<', daysAgo(DEVICE_DAYS)).execute();
  await sql`
    delete from known_device d using (
      select organization_id, id, row_number() over (
        partition by organization_id, account_id order by last_used_at desc, id desc
      ) as place from known_device
    ) ranked
    where d.organization_id = ranked.organization_id and d.id = ranked.id
      and ranked.place > ${MAX_DEVICES}`.execute(db);
  await db
    .deleteFrom('mail')
    .where('state', '<>', 'QUEUED')
    .where('createdAt', '<', daysAgo(MAIL_DAYS))
    .execute();
}
