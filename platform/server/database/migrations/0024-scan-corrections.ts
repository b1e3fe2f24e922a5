import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `deletion_reason` is null for scans deleted before this migration. `recorded_laterality` is null
 * unless a correction has changed the side. `state` of a correction is a snapshot for its undo.
 */
const TABLES = `
alter table scan add column deletion_reason text;
alter table scan add column recorded_laterality text check (recorded_laterality in ('L', 'R'));
create table scan_correction (
  organization_id uuid not null references organization (id),
  id uuid not null,
  scan_id uuid not null,
  number integer not null,
  reason text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  from_laterality text not null check (from_laterality in ('L', 'R')),
  to_laterality text not null check (to_laterality in ('L', 'R')),
  from_position text not null,
  to_position text not null,
  from_study_id uuid not null,
  to_study_id uuid not null,
  from_label text not null,
  to_label text not null,
  former_recorded_laterality text check (former_recorded_laterality in ('L', 'R')),
  state jsonb not null,
  undone_at timestamptz(3),
  undone_by uuid,
  primary key (organization_id, id),
  unique (organization_id, scan_id, number),
  foreign key (organization_id, scan_id) references scan (organization_id, id),
  foreign key (organization_id, from_study_id) references study (organization_id, id),
  foreign key (organization_id, to_study_id) references study (organization_id, id)
);
create index scan_correction_from on scan_correction (organization_id, from_study_id);
create index scan_correction_to on scan_correction (organization_id, to_study_id);
create table scan_rereading (
  organization_id uuid not null references organization (id),
  id uuid not null,
  scan_id uuid not null,
  correction_id uuid not null,
  laterality text not null check (laterality in ('L', 'R')),
  reason text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  confirmed_at timestamptz(3),
  confirmed_by uuid,
  withdrawn_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, scan_id) references scan (organization_id, id),
  foreign key (organization_id, correction_id) references scan_correction (organization_id, id)
);
create index scan_rereading_open on scan_rereading (organization_id, scan_id)
  where confirmed_at is null and withdrawn_at is null;
`;

/** The summary also follows the side of a scan, and both studies when a scan is moved. */
const TRIGGERS = `
create or replace function part_of_study_has_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and old.study_id <> new.study_id then
    perform refresh_study_summary(old.organization_id, old.study_id);
  end if;
  perform refresh_study_summary(new.organization_id, new.study_id);
  return null;
end $$;
drop trigger scan_tells_other on scan;
create trigger scan_summary_changed
  after update of acquisition_time, breast_density, scan_state, deleted_at, laterality, study_id
  on scan
  for each row when (
    (old.acquisition_time, old.breast_density, old.scan_state, old.laterality, old.study_id)
      is distinct from
      (new.acquisition_time, new.breast_density, new.scan_state, new.laterality, new.study_id)
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function part_of_study_has_changed();
`;

/** Reasons of deletions, corrections of scans with their undo, and requests to read again. */
export const scanCorrections: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES + TRIGGERS).execute(db);
  },
};
