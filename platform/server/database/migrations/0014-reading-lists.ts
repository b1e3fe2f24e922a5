import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Aggregates over the scans of a study; sides in reading order, right first. */
const OF_SCANS = `
  max(array_position(array['FATTY', 'FIBRO', 'HETERO', 'EXTREME'], scan.breast_density)) as density,
  max(scan.acquisition_time) as acquired_at,
  case when coalesce(bool_and(scan.scan_state = 'N'), true) then 'N'
    when bool_and(scan.scan_state = 'C') then 'C' else 'I' end as scan_state,
  count(scan.id) as scan_count,
  coalesce(array_agg(distinct scan.laterality order by scan.laterality desc)
    filter (where scan.id is not null), '{}') as sides`;

/**
 * Order by which the first report determines the state of the study. Signed reports come first,
 * because a draft that is older than the signature does not count.
 */
const NEWEST_REPORT_FIRST = `report.state in ('SIGNED', 'ADDENDUM') desc, report.number desc`;

/** `study_hold` stores who reads a study; migration 0022 renames the table to `study_claim`. */
const TABLES = `
alter table study add column priority text not null default 'ROUTINE'
  check (priority in ('ROUTINE', 'URGENT', 'STAT'));
alter table patient
  add column name_key text not null generated always as
    (lower(last_name) || ' ' || lower(coalesce(first_name, ''))) stored,
  add column last_study_id uuid,
  add column last_study_at timestamptz(3);
create table study_hold (
  organization_id uuid not null references organization (id),
  study_id uuid not null,
  account_id uuid not null,
  session_id uuid not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (organization_id, study_id),
  foreign key (organization_id, study_id) references study (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, session_id)
    references session_token (organization_id, id) on delete cascade
);
create index study_hold_session on study_hold (organization_id, session_id);
create table study_summary (
  organization_id uuid not null references organization (id),
  study_id uuid not null,
  report_state text check (report_state in ('DRAFT', 'PRELIMINARY', 'SIGNED', 'ADDENDUM')),
  density smallint check (density between 1 and 4),
  acquired_at timestamptz(3),
  scan_state text not null default 'N' check (scan_state in ('N', 'I', 'C')),
  scan_count integer not null default 0,
  sides text[] not null default '{}',
  primary key (organization_id, study_id),
  foreign key (organization_id, study_id) references study (organization_id, id) on delete cascade
);
`;

/**
 * Compute the columns by which lists sort and count, so that no list reads all reports and scans.
 * The columns are in `study_summary` and not in `study`, because writing a finding locks the study
 * before the scan, and a change of a scan would lock them in the opposite order (deadlock). Each
 * function locks its row before computing, so that the later of two concurrent changes sees the
 * earlier one.
 */
const FUNCTIONS = `
create function refresh_study_summary(of_organization uuid, of_study uuid) returns void
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform from study_summary
    where organization_id = of_organization and study_id = of_study for update;
  update study_summary set
    report_state = (
      select report.state from report
      where report.organization_id = of_organization and report.study_id = of_study
        and report.deleted_at is null
      order by ${NEWEST_REPORT_FIRST} limit 1),
    (density, acquired_at, scan_state, scan_count, sides) = (
      select ${OF_SCANS} from scan
      where scan.organization_id = of_organization and scan.study_id = of_study
        and scan.deleted_at is null)
  where organization_id = of_organization and study_id = of_study;
end $$;
create function refresh_last_study(of_organization uuid, of_patient uuid) returns void
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform from patient
    where organization_id = of_organization and id = of_patient for no key update;
  update patient set (last_study_id, last_study_at) = (
    select study.id, study.created_at from study
    where study.organization_id = of_organization and study.patient_id = of_patient
      and study.deleted_at is null
    order by study.created_at desc, study.id desc limit 1)
  where organization_id = of_organization and id = of_patient;
end $$;
create function study_has_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into study_summary (organization_id, study_id) values (new.organization_id, new.id);
  end if;
  perform refresh_last_study(new.organization_id, new.patient_id);
  return null;
end $$;
create function part_of_study_has_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform refresh_study_summary(new.organization_id, new.study_id);
  return null;
end $$;
`;

const TRIGGERS = `
create trigger study_is_new after insert on study
  for each row execute function study_has_changed();
create trigger study_is_deleted after update of deleted_at on study for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function study_has_changed();
create trigger scan_is_new after insert on scan
  for each row execute function part_of_study_has_changed();
create trigger scan_tells_other
  after update of acquisition_time, breast_density, scan_state, deleted_at on scan
  for each row when (
    (old.acquisition_time, old.breast_density, old.scan_state) is distinct from
      (new.acquisition_time, new.breast_density, new.scan_state)
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function part_of_study_has_changed();
create trigger report_is_new after insert on report
  for each row execute function part_of_study_has_changed();
create trigger report_tells_other after update of state, deleted_at on report for each row
  when (old.state <> new.state or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function part_of_study_has_changed();
`;

/** Fills the new columns and rows for existing studies. */
const FILL = `
insert into study_summary (organization_id, study_id) select organization_id, id from study;
update study_summary set
  report_state = said.report_state, density = said.density, acquired_at = said.acquired_at,
  scan_state = said.scan_state, scan_count = said.scan_count, sides = said.sides
from (
  select study.organization_id, study.id,
    (select report.state from report
      where report.organization_id = study.organization_id and report.study_id = study.id
        and report.deleted_at is null
      order by ${NEWEST_REPORT_FIRST} limit 1) as report_state,
    ${OF_SCANS}
  from study left join scan on scan.organization_id = study.organization_id
    and scan.study_id = study.id and scan.deleted_at is null
  group by study.organization_id, study.id) as said
where study_summary.organization_id = said.organization_id and study_summary.study_id = said.id;
update patient set last_study_id = newest.id, last_study_at = newest.created_at
from (
  select distinct on (organization_id, patient_id) organization_id, patient_id, id, created_at
  from study where deleted_at is null
  order by organization_id, patient_id, created_at desc, id desc) as newest
where patient.organization_id = newest.organization_id and patient.id = newest.patient_id;
`;

/** Reading state of each study, its reader and the sort columns of lists. */
export const readingLists: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES + FUNCTIONS + FILL + TRIGGERS).execute(db);
  },
};
