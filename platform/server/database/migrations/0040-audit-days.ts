import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the entries of one day of an organization, which the audit page shows first. */
export const auditDays: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index audit_of_day on audit (organization_id, at)`.execute(db);
  },
};
