import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table reader_study (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'OPEN', 'CLOSED')),
  filter jsonb not null,
  case_order text not null check (case_order in ('RANDOM', 'FIXED')),
  design text not null check (design in ('PLAIN', 'CROSSOVER')),
  arm text not null check (arm in ('WITHOUT_AI', 'WITH_AI')),
  washout_days integer not null check (washout_days >= 0),
  no_return boolean not null,
  seed bigint not null,
  study_ids uuid[] not null,
  reader_ids uuid[] not null,
  opened_at timestamptz(3),
  closed_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  updated_at timestamptz(3) not null default clock_timestamp(),
  updated_by uuid,
  primary key (organization_id, id)
);
create unique index reader_study_name on reader_study (organization_id, lower(name));
create index reader_study_newest on reader_study (organization_id, created_at desc, id desc);
create index reader_study_open on reader_study using gin (reader_ids) where state = 'OPEN';
create table case_reading (
  organization_id uuid not null references organization (id),
  id uuid not null,
  reader_study_id uuid not null,
  reader_id uuid not null,
  study_id uuid not null,
  session smallint not null check (session in (1, 2)),
  position integer not null check (position > 0),
  arm text not null check (arm in ('WITHOUT_AI', 'WITH_AI')),
  started_at timestamptz(3) not null default clock_timestamp(),
  reported_at timestamptz(3) not null default clock_timestamp(),
  active_ms bigint not null default 0 check (active_ms >= 0),
  ended_at timestamptz(3),
  completed_at timestamptz(3),
  skipped_at timestamptz(3),
  ratings jsonb,
  findings jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, reader_study_id) references reader_study (organization_id, id),
  check (completed_at is null or (ratings is not null and findings is not null)),
  check (skipped_at is null or (ended_at is not null and completed_at is null))
);
create unique index case_reading_once
  on case_reading (organization_id, reader_study_id, reader_id, session, study_id);
create unique index case_reading_one_open
  on case_reading (organization_id, reader_id) where ended_at is null;
alter table finding add column case_reading_id uuid,
  add foreign key (organization_id, case_reading_id) references case_reading (organization_id, id);
create index finding_case_reading on finding (organization_id, case_reading_id)
  where case_reading_id is not null;
`;

/** Reader studies and the readings of their cases. */
export const readerStudies: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(db);
  },
};
