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

const SOFT_DELETED = `
  deleted_at timestamptz(3),
  deleted_by uuid,`;

/** The serial number of a deleted device can be used again. */
const DEVICES = `
alter table device add column deleted_at timestamptz(3), add column deleted_by uuid;
-- A serial number is free again once its device is deleted.
alter table device drop constraint device_organization_id_serial_number_key;
create unique index device_serial_number on device (organization_id, serial_number)
  where deleted_at is null;
create table device_setting (
  dev_set_schema_version integer not null,
  compound boolean not null,
  doubler boolean not null,
  dynamic_range double precision not null,
  frequency double precision not null,
  focus double precision not null,
  filter_name text not null,
  depth double precision not null,
  acquisition_mode text not null,
  mode text not null,
  cup_depth double precision,
  account_id uuid,
  scan_id uuid,
  patient_id uuid, ${SOFT_DELETED} ${STORED},
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, scan_id) references scan (organization_id, id),
  foreign key (organization_id, patient_id) references patient (organization_id, id),
  check ((scan_id is null) = (patient_id is null))
);
create unique index device_setting_preset
  on device_setting (organization_id, dev_set_schema_version, cup_depth)
  where account_id is null and scan_id is null and deleted_at is null;
create index device_setting_newest on device_setting (organization_id, created_at desc, id desc);
create index device_setting_of_user
  on device_setting (organization_id, account_id, created_at desc) where account_id is not null;
create index device_setting_of_patient
  on device_setting (organization_id, patient_id, created_at desc) where patient_id is not null;
`;

/**
 * A study has at most one signed report and one open addendum. A trigger rejects any change of a
 * signed report, also by the application's database role.
 */
const REPORTS = `
create table report (
  study_id uuid not null,
  patient_id uuid not null,
  number integer not null,
  state text not null check (state in ('DRAFT', 'PRELIMINARY', 'SIGNED', 'ADDENDUM')),
  parent_id uuid,
  content jsonb not null,
  addendum_text text,
  preliminary_at timestamptz(3),
  preliminary_by uuid,
  signed_at timestamptz(3),
  signed_by uuid,
  frozen jsonb,
  content_hash text, ${SOFT_DELETED} ${STORED},
  unique (organization_id, study_id, number),
  check ((signed_at is null) = (frozen is null)),
  check ((signed_at is null) = (content_hash is null)),
  check (state <> 'SIGNED' or signed_at is not null),
  check ((state = 'ADDENDUM') = (parent_id is not null)),
  foreign key (organization_id, study_id) references study (organization_id, id),
  foreign key (organization_id, patient_id) references patient (organization_id, id),
  foreign key (organization_id, parent_id) references report (organization_id, id)
);
-- What is signed is signed once, and one addendum is written at a time.
create unique index report_signed on report (organization_id, study_id)
  where state = 'SIGNED' and deleted_at is null;
create unique index report_open_addendum on report (organization_id, study_id)
  where state = 'ADDENDUM' and signed_at is null and deleted_at is null;
create index report_newest on report (organization_id, created_at desc, id desc);
create index report_of_study on report (organization_id, study_id, created_at desc, id desc);
-- Whoever reaches the database as the application can't rewrite what was signed.
create function report_is_signed() returns trigger language plpgsql as
  $$ begin raise exception 'a signed report never changes'; end $$;
create trigger report_signed_for_ever before update or delete on report
  for each row when (old.signed_at is not null) execute function report_is_signed();
`;

/**
 * The hash of an activation code is unique over all organizations, because the code determines its
 * organization.
 */
const ORGANIZATIONS = `
alter table organization
  add column version integer not null default 1,
  add column created_by uuid,
  add column updated_at timestamptz(3) not null default now(),
  add column updated_by uuid;
create table activation_code (
  id uuid not null,
  organization_id uuid not null references organization (id),
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_host text,
  primary key (organization_id, id)
);
-- The code is what finds the organization, so this one key stands alone.
create unique index activation_code_hash on activation_code (code_hash);
`;

/** The scheduler reads due jobs of all organizations (`cron_job_due`). */
const SCHEDULES = `
create table cron_job (
  cron_job_type text not null,
  recurrence text not null check (recurrence in ('DAILY', 'WEEKLY', 'ANNUALLY')),
  time_of_day text not null,
  start_date date not null,
  enabled boolean not null,
  next_run_at timestamptz(3), ${SOFT_DELETED} ${STORED}
);
create index cron_job_newest on cron_job (organization_id, created_at desc, id desc);
-- The scheduler asks over all organizations.
create index cron_job_due on cron_job (next_run_at)
  where next_run_at is not null and deleted_at is null;
create table cron_run (
  id uuid not null,
  organization_id uuid not null,
  cron_job_id uuid not null,
  due_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  status text not null check (status in ('COMPLETED', 'FAILED')),
  message text not null,
  primary key (organization_id, id),
  unique (organization_id, cron_job_id, due_at),
  foreign key (organization_id, cron_job_id) references cron_job (organization_id, id)
);
create table cloud_sync_job (
  title text not null,
  job_type text not null,
  status text not null,
  patient_id uuid,
  message text,
  started_at timestamptz(3),
  ended_at timestamptz(3), ${STORED},
  foreign key (organization_id, patient_id) references patient (organization_id, id)
);
create unique index cloud_sync_one_live on cloud_sync_job (organization_id)
  where status in ('NOT_STARTED', 'SYNCING', 'STOPPING');
create index cloud_sync_newest on cloud_sync_job (organization_id, created_at desc, id desc);
`;

/**
 * The hourly purge looks up which keys of the store have a row (`patient_attachment_file_storage`).
 */
const ATTACHMENTS = `
create table patient_attachment (
  patient_id uuid not null,
  document_date date,
  laterality_code text check (laterality_code in ('L', 'R', 'B')),
  patient_attachment_type_code text not null,
  upload_status text not null default 'P' check (upload_status in ('P', 'D')),
  ${SOFT_DELETED} ${STORED},
  foreign key (organization_id, patient_id) references patient (organization_id, id)
);
create index patient_attachment_newest
  on patient_attachment (organization_id, created_at desc, id desc);
create index patient_attachment_of_patient
  on patient_attachment (organization_id, patient_id, created_at desc, id desc);
create table patient_attachment_file (
  organization_id uuid not null,
  attachment_id uuid not null,
  file_name text not null,
  position integer not null,
  checksum text not null,
  storage_path text,
  byte_length bigint,
  encryption text not null default 'NONE',
  encryption_key_id text,
  stored_at timestamptz(3),
  quarantined_at timestamptz(3),
  quarantine_reason text,
  primary key (organization_id, attachment_id, file_name),
  check ((storage_path is null) = (stored_at is null)),
  foreign key (organization_id, attachment_id)
    references patient_attachment (organization_id, id)
);
-- The hourly sweep asks which keys of the store have a row.
create index patient_attachment_file_storage on patient_attachment_file (storage_path)
  where storage_path is not null;
`;

const PEOPLE = `
create table user_preference (
  organization_id uuid not null,
  account_id uuid not null,
  pref_code text not null,
  value text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, account_id, pref_code),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
create table external_log (
  id uuid not null,
  organization_id uuid not null references organization (id),
  at timestamptz(3) not null default clock_timestamp(),
  account_id uuid,
  level text not null,
  code text,
  message text not null,
  stack text,
  page text,
  app_version text,
  primary key (organization_id, id)
);
create index external_log_newest on external_log (organization_id, at desc, id desc);
`;

/** Workers look for waiting jobs without a queue entry in all organizations (`job_waiting`). */
const JOBS = `
create index job_newest on job (organization_id, created_at desc, id desc);
create index job_of_entity on job (organization_id, entity_id, created_at desc, id desc);
-- Workers look for what waits without an entry in the queue, over all organizations.
create index job_waiting on job (created_at) where status = 'NOT_STARTED';
`;

/** Device settings, reports, attachments, preferences and scheduled work. */
export const operations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(DEVICES + REPORTS + ORGANIZATIONS + SCHEDULES + ATTACHMENTS + PEOPLE + JOBS)
      .execute(db);
  },
};
