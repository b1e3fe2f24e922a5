import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const UNPLACED = `
create table unplaced_scan (
  organization_id uuid not null,
  scan_id uuid not null,
  primary key (organization_id, scan_id),
  foreign key (organization_id, scan_id) references scan (organization_id, id) on delete cascade
);
insert into unplaced_scan (organization_id, scan_id)
select distinct finding.organization_id, finding.scan_id
from finding
where finding.depth_reference = 'transducer-face' and exists (
  select from scan_file as skin
  where skin.organization_id = finding.organization_id and skin.scan_id = finding.scan_id
    and skin.file_category = 'BREAST_SKIN' and skin.role = 'PRIMARY'
    and skin.file_extension = 'nrrd' and skin.storage_path is not null
    and skin.superseded_at is null and skin.deleted_at is null);
`;

/**
 * Scans whose findings were measured from the transducer face although their skin is known.
 * Migrations can't read skin files from the store, so the server processes this list scan by scan.
 */
export const unplacedScans: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(UNPLACED).execute(db);
  },
};
