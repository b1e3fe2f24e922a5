import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table first_read (
  organization_id uuid not null references organization (id),
  study_id uuid not null,
  account_id uuid not null,
  finished_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, study_id, account_id),
  foreign key (organization_id, study_id) references study (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create index first_read_of_account on first_read (organization_id, account_id);
`;

/** Times at which readers finished the first read of a study and opened its AI findings. */
export const firstReads: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE).execute(db);
  },
};
