import { type Kysely, sql } from 'kysely';
import type { Clock } from '#foundation';
import type { Database } from '../database/schema.ts';
import { purgeSessions } from './sessions.ts';

const DAY_MS = 86_400_000;
/** Locks end after minutes, so a day exceeds every counting window. */
const FAILURE_DAYS = 1;
const LINK_DAYS = 7;
const DEVICE_DAYS = 365;
/** Limit per account, because clients without cookies count as a new device at every sign-in. */
const MAX_DEVICES = 50;
/** Retention of sent mails, and with them of their addresses. */
const MAIL_DAYS = 30;

/** Deletes expired sessions, counts, links, devices and sent mails. */
export async function purgeAccounts(db: Kysely<Database>, clock: Clock): Promise<void> {
  const before = (days: number): string => new Date(clock.now() - days * DAY_MS).toISOString();
  await purgeSessions(db, clock);
  await db.deleteFrom('signInFailure').where('lastAt', '<', before(FAILURE_DAYS)).execute();
  await db.deleteFrom('rateLimit').where('endsAt', '<', before(0)).execute();
  await db.deleteFrom('accountLink').where('expiresAt', '<', before(LINK_DAYS)).execute();
  await db.deleteFrom('knownDevice').where('lastUsedAt', '<', before(DEVICE_DAYS)).execute();
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
    .where('createdAt', '<', before(MAIL_DAYS))
    .execute();
}
