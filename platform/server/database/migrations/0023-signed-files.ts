import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table signed_file (
  organization_id uuid not null references organization (id),
  report_id uuid not null,
  file_id uuid not null,
  scan_id uuid not null,
  file_category text not null,
  checksum text not null,
  byte_length bigint not null,
  primary key (organization_id, report_id, file_id),
  foreign key (organization_id, report_id) references report (organization_id, id),
  foreign key (organization_id, scan_id) references scan (organization_id, id),
  foreign key (organization_id, file_id) references scan_file (organization_id, id)
);
create index signed_file_of_scan on signed_file (organization_id, scan_id, file_category);
create index signed_file_of_file on signed_file (organization_id, file_id);
`;

/**
 * Reports signed before this migration rest on the files that were stored before the signature and
 * are still current. Inserted before the trigger on changes of this table exists.
 */
const EARLIER_REPORTS = `
insert into signed_file
  (organization_id, report_id, file_id, scan_id, file_category, checksum, byte_length)
select report.organization_id, report.id, file.id, scan.id, file.file_category, file.checksum,
  file.byte_length
from report
join scan on scan.organization_id = report.organization_id and scan.study_id = report.study_id
  and scan.scan_state = 'C' and scan.deleted_at is null
join scan_file as file on file.organization_id = scan.organization_id and file.scan_id = scan.id
where report.signed_at is not null and file.stored_at <= report.signed_at
  and file.storage_path is not null and file.byte_length is not null
  and file.superseded_at is null and file.deleted_at is null
  and (file.epoch is null or file.epoch = scan.epoch)
  and file.file_category in ('SCAN_IMAGE', 'RAW', 'VOLUME3D', 'BREAST_SKIN', 'BREAST_NIPPLE');
`;

/**
 * Reject changes of signed files, by any role. A new copy of the same bytes and the quarantine stay
 * possible. The error code CF001 is mapped to the API error \`FilesSigned\`.
 */
const TRIGGERS = `
create function reject_signed_file_change() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (
    select from signed_file
    where organization_id = old.organization_id and file_id = old.id
  ) then
    raise exception 'a signed report is based on this file' using errcode = 'CF001';
  end if;
  return new;
end $$;
create trigger scan_file_signed before update on scan_file
  for each row when (
    old.deleted_at is distinct from new.deleted_at
    or old.superseded_at is distinct from new.superseded_at
    or (old.checksum is not null and old.checksum is distinct from new.checksum)
    or (old.byte_length is not null and old.byte_length is distinct from new.byte_length)
    or old.scan_id is distinct from new.scan_id
    or old.file_category is distinct from new.file_category
    or old.role is distinct from new.role
    or old.epoch is distinct from new.epoch
  ) execute function reject_signed_file_change();
create function reject_signed_list_change() returns trigger language plpgsql
as $$ begin raise exception 'the files of a signed report never change'; end $$;
create trigger signed_file_unchanged before update or delete on signed_file
  for each row execute function reject_signed_list_change();
`;

/** Stores the files on which each signed report is based, with their checksums. */
export const signedFiles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE + EARLIER_REPORTS + TRIGGERS).execute(db);
  },
};
