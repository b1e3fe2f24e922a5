import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const RANKS = `
create table density_rank (
  code text primary key,
  rank smallint not null check (rank between 1 and 4)
);
insert into density_rank (code, rank)
values ('FATTY', 1), ('FIBRO', 2), ('HETERO', 3), ('EXTREME', 4);
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
`;

/**
 * Stores a rank from 1 to 4 for each density code, by which a study gets the higher density of its
 * sides, because the codes of a site have no order. The server fills the table from the site's
 * lists at startup.
 */
export const densityRanks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(RANKS).execute(db);
  },
};
