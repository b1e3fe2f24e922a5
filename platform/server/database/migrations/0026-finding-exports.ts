import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table finding_export (
  organization_id uuid not null references organization (id),
  id uuid not null,
  finding_ids uuid[] not null,
  format text not null,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
create index finding_export_old on finding_export (expires_at);
`;

/** Stores the findings of an export until its download address expires. */
export const findingExports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE).execute(db);
  },
};
