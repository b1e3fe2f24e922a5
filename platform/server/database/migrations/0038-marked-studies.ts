import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Time of the first mark of a reader in a study. Models, blind annotators and the cases of reader
 * studies do not count, because their marks are no reading of the study.
 */
const MARKED_AT = `
  select min(finding.created_at)
  from scan join finding on finding.organization_id = scan.organization_id
    and finding.scan_id = scan.id
  join account on account.organization_id = finding.organization_id
    and account.id = finding.created_by
  where scan.organization_id = of_organization and scan.study_id = of_study
    and scan.deleted_at is null and finding.deleted_at is null
    and finding.generator = 'USER' and finding.case_reading_id is null
    and not 'BLIND_ANNOTATOR' = any (account.roles)`;

const FUNCTIONS = `
alter table study_summary add column marked_at timestamptz(3);
create or replace function refresh_study_summary(of_organization uuid, of_study uuid) returns void
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
      order by report.state in ('SIGNED', 'ADDENDUM') desc, report.number desc limit 1),
    marked_at = (${MARKED_AT}),
    (density, acquired_at, scan_state, scan_count, sides) = (
      select
        max(density_rank.rank),
        max(scan.acquisition_time),
        case when coalesce(bool_and(scan.scan_state = 'N'), true) then 'N'
          when bool_and(scan.scan_state = 'C') then 'C' else 'I' end,
        count(scan.id),
        coalesce(array_agg(distinct scan.laterality order by scan.laterality desc)
          filter (where scan.id is not null), '{}')
      from scan left join density_rank on density_rank.code = scan.breast_density
      where scan.organization_id = of_organization and scan.study_id = of_study
        and scan.deleted_at is null)
  where organization_id = of_organization and study_id = of_study;
end $$;
create function finding_of_study_has_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  of_study uuid;
begin
  select scan.study_id into of_study from scan
    where scan.organization_id = new.organization_id and scan.id = new.scan_id;
  perform refresh_study_summary(new.organization_id, of_study);
  return null;
end $$;
create trigger finding_is_new after insert on finding for each row
  when (new.generator = 'USER' and new.case_reading_id is null)
  execute function finding_of_study_has_changed();
create trigger finding_is_deleted after update of deleted_at on finding for each row
  when (new.generator = 'USER' and (old.deleted_at is null) <> (new.deleted_at is null))
  execute function finding_of_study_has_changed();
`;

const FILL = `select refresh_study_summary(organization_id, study_id) from study_summary`;

/** Studies whose reading has begun by a mark stay in progress after their reader has left. */
export const markedStudies: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(FUNCTIONS).execute(db);
    await sql.raw(FILL).execute(db);
  },
};
