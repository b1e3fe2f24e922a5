import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Index for the worklist sorted by last change, which would otherwise read and sort every study.
 */
export const changedFirst: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index study_changed on study (organization_id, updated_at desc, id desc)`.execute(db);
  },
};
