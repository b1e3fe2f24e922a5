import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A demonstration that is interrupted is resumed by the next start; one that is done is not. */
export const demonstratedOnce: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table organization add column demonstrated_at timestamptz(3)`.execute(db);
  },
};
