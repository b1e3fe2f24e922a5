import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records a completed demonstration; the next start resumes an interrupted demonstration. */
export const demonstratedOnce: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table organization add column demonstrated_at timestamptz(3)`.execute(db);
  },
};
