import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `encryption_key_id` is the fingerprint of the key, so that older files stay readable after a
 * change of the key. A frame can be sent again after its file was deleted (`scan_file_of_attempt`).
 */
const SCAN_FILE = `
alter table scan_file
  add column encryption text not null default 'NONE' check (encryption in ('NONE', 'AES256')),
  -- Fingerprint of the key, so that keys can be changed while older files stay readable.
  add column encryption_key_id text,
  add column nipple_location_ai jsonb,
  add column local_hard_disk_path text,
  add column quarantined_at timestamptz(3),
  add column quarantine_reason text,
  add column deleted_at timestamptz(3),
  add column deleted_by uuid,
  add check ((encryption = 'AES256') = (encryption_key_id is not null) or storage_path is null),
  add check ((quarantined_at is null) = (quarantine_reason is null));
create index scan_file_newest on scan_file (organization_id, created_at desc, id desc);
-- A frame that was deleted gives its place to the one that is sent in its stead.
drop index scan_file_of_attempt;
create unique index scan_file_of_attempt
  on scan_file (organization_id, scan_id, epoch, file_category, file_name)
  where epoch is not null and superseded_at is null and deleted_at is null;
`;

/**
 * `byte_length` and `sha256` describe the whole file; null until the commit if the sender did not
 * declare them at the start.
 */
const UPLOAD = `
create table upload (
  id uuid not null,
  organization_id uuid not null references organization (id),
  scan_file_id uuid not null,
  -- Of the whole; null until the commit where the sender did not know them before.
  byte_length bigint,
  sha256 text,
  state text not null default 'OPEN' check (state in ('OPEN', 'COMMITTED', 'GIVEN_UP')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, scan_file_id) references scan_file (organization_id, id)
);
create index upload_open on upload (organization_id, created_by) where state = 'OPEN';
create index upload_old on upload (expires_at);
`;

/**
 * `store_scrub`: progress of the check of all stored files, kept over restarts; `last_file_id` is
 * null at the start. `used_download`: single-use download tokens that were used.
 * `installation_secret`: secrets that the processes share; the application role can't read them.
 */
const CARE = `
-- How far the check of all stored files of an organization has come, over restarts.
create table store_scrub (
  organization_id uuid primary key references organization (id),
  started_at timestamptz(3) not null,
  -- The last file that was looked at; null at the beginning.
  last_file_id uuid,
  moved_at timestamptz(3) not null,
  ended_at timestamptz(3),
  checked integer not null default 0,
  missing integer not null default 0,
  corrupt integer not null default 0,
  unreadable integer not null default 0,
  healed integer not null default 0
);
-- Download tokens that open once and were used.
create table used_download (
  organization_id uuid not null references organization (id),
  nonce text not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, nonce)
);
create index used_download_old on used_download (expires_at);
-- Secrets of the installation, shared by its processes; the application's role can't read them.
create table installation_secret (
  id uuid primary key,
  purpose text not null,
  secret bytea not null,
  created_at timestamptz(3) not null default now()
);
`;

/**
 * Resumable uploads, encryption, quarantine, the scrub position and the data for download tokens.
 */
export const fileCare: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SCAN_FILE + UPLOAD + CARE).execute(db);
  },
};
