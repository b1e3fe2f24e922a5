import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Columns of every entity, with its primary key. */
const STORED = `
  id uuid not null,
  organization_id uuid not null references organization (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  primary key (organization_id, id)`;

/**
 * Failed sign-ins are counted also for addresses without an account, so that a lock does not reveal
 * which addresses have accounts. Token hashes are unique over all organizations, because a call's
 * token determines its organization.
 */
const ACCOUNTS = `
create table organization (
  id uuid primary key,
  name text not null,
  hosts text[] not null default '{}',
  demonstration boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create table account (
  email text not null,
  password_hash text not null,
  first_name text,
  last_name text,
  job_title text,
  roles text[] not null,
  asked_for_reset_password boolean not null default false,
  locked_at timestamptz(3),
  deleted_at timestamptz(3), ${STORED}
);
create unique index account_email on account (organization_id, email) where deleted_at is null;
-- Also for addresses without an account, so that a lock does not tell which exist.
create table sign_in_failure (
  organization_id uuid not null references organization (id),
  email text not null,
  failures integer not null,
  last_at timestamptz(3) not null default now(),
  primary key (organization_id, email)
);
create table device (
  serial_number text not null,
  model text not null,
  activated_at timestamptz(3), ${STORED},
  unique (organization_id, serial_number)
);
create table session_token (
  id uuid not null,
  organization_id uuid not null references organization (id),
  token_hash bytea not null,
  principal text not null check (principal in ('human', 'device', 'worker')),
  account_id uuid,
  device_id uuid,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, device_id) references device (organization_id, id)
);
-- The token is what finds the organization, so this one key stands alone.
create unique index session_token_hash on session_token (token_hash);
create index session_token_account on session_token (organization_id, account_id);
`;

/** A frame that a device sends twice in one attempt is one file (`scan_file_of_attempt`). */
const RECORDS = `
create table patient (
  code text,
  first_name text,
  last_name text not null,
  birth_date date,
  sex text check (sex in ('FEMALE', 'MALE')),
  risk_score double precision,
  deleted_at timestamptz(3), ${STORED}
);
create unique index patient_code on patient (organization_id, code)
  where code is not null and deleted_at is null;
create index patient_newest on patient (organization_id, created_at desc, id desc);
create table study (
  patient_id uuid not null,
  accession_number text,
  deleted_at timestamptz(3), ${STORED},
  foreign key (organization_id, patient_id) references patient (organization_id, id)
);
create unique index study_accession on study (organization_id, accession_number)
  where accession_number is not null and deleted_at is null;
create index study_of_patient on study (organization_id, patient_id, created_at desc);
create table scan (
  study_id uuid not null,
  patient_id uuid not null,
  laterality text not null check (laterality in ('L', 'R')),
  label text not null,
  acquisition_time timestamptz(3),
  scan_state text not null check (scan_state in ('N', 'I', 'C')),
  protocol text not null,
  patient_position text not null,
  device_id uuid,
  device_angle jsonb,
  epoch integer not null default 0,
  orientation_confirmed boolean not null,
  origin text not null check (origin in ('SCANNED', 'IMPORTED')),
  nipple_location jsonb,
  last_finding_label integer not null default 0,
  deleted_at timestamptz(3), ${STORED},
  unique (organization_id, study_id, label),
  foreign key (organization_id, study_id) references study (organization_id, id),
  foreign key (organization_id, patient_id) references patient (organization_id, id),
  foreign key (organization_id, device_id) references device (organization_id, id)
);
create index scan_of_patient on scan (organization_id, patient_id);
create table scan_file (
  scan_id uuid not null,
  file_category text not null,
  file_name text not null,
  file_extension text not null,
  encoding text not null,
  role text not null,
  parent_id uuid,
  header jsonb,
  epoch integer,
  acquisition_time timestamptz(3),
  storage_path text,
  checksum text,
  byte_length bigint,
  stored_at timestamptz(3),
  superseded_at timestamptz(3), ${STORED},
  check ((storage_path is null) = (checksum is null)),
  foreign key (organization_id, scan_id) references scan (organization_id, id),
  foreign key (organization_id, parent_id) references scan_file (organization_id, id)
);
create index scan_file_of_scan
  on scan_file (organization_id, scan_id, file_category, role, created_at);
-- A frame that a device sends twice in one attempt is one file.
create unique index scan_file_of_attempt
  on scan_file (organization_id, scan_id, epoch, file_category, file_name)
  where epoch is not null and superseded_at is null;
`;

const FINDINGS = `
create table finding (
  scan_id uuid not null,
  generator text not null check (generator in ('USER', 'AI', 'AIAD')),
  label integer not null,
  note text,
  mass_length_um double precision,
  mass_width_um double precision,
  mass_height_um double precision,
  clock_position_sec double precision,
  distance_from_nipple_um double precision,
  depth_um double precision,
  deleted_at timestamptz(3),
  deleted_by uuid, ${STORED},
  unique (organization_id, scan_id, label),
  foreign key (organization_id, scan_id) references scan (organization_id, id)
);
create table finding_mark (
  organization_id uuid not null,
  id uuid not null,
  finding_id uuid not null,
  body jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
create index finding_mark_of_finding on finding_mark (organization_id, finding_id);
`;

/** Jobs, audit rows, which triggers keep append-only, and responses by idempotency key. */
const WORK = `
create sequence job_fencing as bigint;
create table job (
  id uuid not null,
  organization_id uuid not null references organization (id),
  job_type text not null,
  entity_id uuid not null,
  status text not null default 'NOT_STARTED'
    check (status in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED')),
  phase text,
  done integer not null default 0,
  total integer not null default 0,
  attempt integer not null default 0,
  fencing_token bigint,
  cancel_requested boolean not null default false,
  problem jsonb,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index job_one_live on job (organization_id, entity_id, job_type)
  where status in ('NOT_STARTED', 'IN_PROGRESS');
create index job_latest on job (organization_id, entity_id, job_type, created_at desc);
create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  organization_id uuid,
  actor_kind text not null,
  actor_id uuid,
  act text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  subject jsonb not null default '{}'
);
create index audit_of_organization on audit (organization_id, seq);
create function audit_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception 'audit rows are append-only'; end $$;
create trigger audit_append_only before update or delete on audit
  for each row execute function audit_is_append_only();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function audit_is_append_only();
create table idempotency (
  organization_id uuid not null references organization (id),
  actor_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, actor_id, key)
);
`;

/** Organization, accounts, devices, patients to marks, jobs, audit and idempotency. */
export const firstTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(ACCOUNTS + RECORDS + FINDINGS + WORK).execute(db);
  },
};
