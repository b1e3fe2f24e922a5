import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table evaluation_set (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  filter jsonb not null,
  origin text not null check (origin in ('PHANTOM', 'PATIENTS', 'PUBLIC_IMAGES')),
  sealed boolean not null,
  scan_ids uuid[] not null,
  evaluation_count integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  primary key (organization_id, id)
);
create unique index evaluation_set_name on evaluation_set (organization_id, lower(name));
create table evaluation (
  organization_id uuid not null references organization (id),
  id uuid not null,
  set_id uuid not null,
  task text not null check (task in ('DETECTION', 'SEGMENTATION')),
  provider_id text not null,
  model_name text not null,
  model_version text not null,
  number integer not null,
  result jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, set_id) references evaluation_set (organization_id, id)
);
create index evaluation_newest on evaluation (organization_id, created_at desc, id desc);
create index evaluation_of_set on evaluation (organization_id, set_id);
`;

/** Sets of scans for evaluations of models, and the results. */
export const evaluations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(db);
  },
};
