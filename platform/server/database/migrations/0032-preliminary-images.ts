import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the images that a report described when it became preliminary. */
export const preliminaryImages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table report add column preliminary_images jsonb').execute(db);
  },
};
