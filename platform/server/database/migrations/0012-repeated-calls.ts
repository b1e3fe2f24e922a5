import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A repeated call that received the stored response gets its own audit row with the subject of the
 * first call.
 */
export const repeatedCalls: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table idempotency add column subject jsonb not null default '{}'`.execute(db);
    await sql`alter table audit drop constraint audit_outcome_check`.execute(db);
    await sql`
      alter table audit add constraint audit_outcome_check
        check (outcome in ('done', 'refused', 'repeated'))`.execute(db);
  },
};
