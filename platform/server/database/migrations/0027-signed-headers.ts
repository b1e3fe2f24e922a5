import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Extends the trigger of migration 0023: the header places the voxels in the patient, and encoding,
 * parent, name and time say what the bytes are. Path on a disk, nipple of a model, store location,
 * encryption and quarantine stay free.
 */
const SIGNED_FILES = `
drop trigger scan_file_signed on scan_file;
create trigger scan_file_signed before update on scan_file
  for each row when (
    old.deleted_at is distinct from new.deleted_at
    or old.superseded_at is distinct from new.superseded_at
    or (old.checksum is not null and old.checksum is distinct from new.checksum)
    or (old.byte_length is not null and old.byte_length is distinct from new.byte_length)
    or old.scan_id is distinct from new.scan_id
    or old.parent_id is distinct from new.parent_id
    or old.file_category is distinct from new.file_category
    or old.role is distinct from new.role
    or old.epoch is distinct from new.epoch
    or old.header is distinct from new.header
    or old.encoding is distinct from new.encoding
    or old.file_name is distinct from new.file_name
    or old.file_extension is distinct from new.file_extension
    or old.acquisition_time is distinct from new.acquisition_time
  ) execute function reject_signed_file_change();
`;

/** The patient of settings is that of their scan, because a correction can move the scan. */
const DEVICE_SETTINGS = `
alter table device_setting drop column patient_id;
create index device_setting_of_scan
  on device_setting (organization_id, scan_id) where scan_id is not null;
`;

/** Freezes headers of signed files, and removes the unused patient of device settings. */
export const signedHeaders: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SIGNED_FILES + DEVICE_SETTINGS).execute(db);
  },
};
