import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const REFERENCE = `
alter table finding add column depth_reference text
  check (depth_reference in ('skin', 'transducer-face'));
update finding set depth_reference = 'transducer-face' where depth_um is not null;
`;

/** Takes the grid from the current volume of the scan, selected as `latestVolumeFile` does. */
const GRIDS = `
update scan set nipple_location = nipple_location || jsonb_build_object('grid', found.grid)
from (
  select distinct on (file.organization_id, file.scan_id) file.organization_id, file.scan_id,
    jsonb_build_object(
      'sizes', (
        select jsonb_agg(size::int order by at)
        from unnest(string_to_array(file.header->>'sizes', ' ')) with ordinality as s (size, at)),
      'spacingMm', file.header->'spacingMm', 'originMm', file.header->'originMm') as grid
  from scan_file as file
  join scan as of_scan on of_scan.organization_id = file.organization_id and of_scan.id = file.scan_id
  where file.file_category = 'VOLUME3D' and file.role = 'PRIMARY'
    and file.storage_path is not null and file.superseded_at is null and file.deleted_at is null
    and (file.epoch is null or file.epoch = of_scan.epoch)
    and jsonb_array_length(coalesce(file.header->'spacingMm', '[]')) = 3
    and jsonb_array_length(coalesce(file.header->'originMm', '[]')) = 3
    and file.header->>'sizes' ~ '^[1-9][0-9]* [1-9][0-9]* [1-9][0-9]*$'
  order by file.organization_id, file.scan_id, file.stored_at desc, file.id desc
) as found
where scan.organization_id = found.organization_id and scan.id = found.scan_id
  and jsonb_typeof(scan.nipple_location) = 'object';
`;

/**
 * Stores the reference of a finding's depth, so far always the transducer face. Adds the voxel grid
 * of the volume to every nipple location, so that the location stays correct when another volume
 * replaces the first.
 */
export const depthAndGrid: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(REFERENCE + GRIDS).execute(db);
  },
};
