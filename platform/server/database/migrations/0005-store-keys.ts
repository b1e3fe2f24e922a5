import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for the hourly purge, which looks up rows by store key, hundreds at a time. */
export const storeKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index scan_file_storage on scan_file (storage_path)
        where storage_path is not null`.execute(db);
    await sql`create index idempotency_age on idempotency (created_at)`.execute(db);
  },
};
