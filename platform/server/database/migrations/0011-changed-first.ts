import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The worklist sorted by the last change, which without it reads and sorts every study. */
export const changedFirst: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index study_changed on study (organization_id, updated_at desc, id desc)`.execute(db);
  },
};
