import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table dataset_export (
  organization_id uuid not null references organization (id),
  id uuid not null,
  filter jsonb not null,
  format text not null check (format in ('nrrd', 'nifti')),
  split jsonb not null,
  seed integer not null,
  status text not null default 'NOT_STARTED'
    check (status in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED')),
  done integer not null default 0,
  total integer not null,
  left_out integer not null default 0,
  attempt integer not null default 0,
  cancel_requested boolean not null default false,
  problem jsonb,
  storage_path text,
  checksum text,
  byte_length bigint,
  encryption text not null default 'NONE',
  encryption_key_id text,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (organization_id, id)
);
create index dataset_export_newest on dataset_export (organization_id, created_at desc, id desc);
create index dataset_export_active on dataset_export (created_at)
  where status in ('NOT_STARTED', 'IN_PROGRESS');
create index dataset_export_stored on dataset_export (ended_at) where storage_path is not null;
`;

/** Exports of datasets for training, with the place of their archives. */
export const datasetExports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE).execute(db);
  },
};
