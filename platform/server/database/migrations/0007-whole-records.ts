import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = `
alter table patient
  add column ethnicity text,
  add column cancer_history text[] not null default '{}',
  add column deleted_by uuid;
alter table study
  add column indications text[] not null default '{}',
  add column imaging_history text[] not null default '{}',
  add column follow_up text[] not null default '{}',
  add column menopause text,
  add column pregnancy text,
  add column smoking text,
  add column blind_alias uuid not null default gen_random_uuid(),
  add column deleted_by uuid;
create unique index study_blind_alias on study (organization_id, blind_alias);
create index study_newest on study (organization_id, created_at desc, id desc);
alter table scan
  add column breast_density text,
  add column breast_volume_size double precision,
  add column image_adjustments jsonb not null default '{}',
  add column review_verdict text check (review_verdict in ('APPROVED', 'DISAPPROVED')),
  add column reviewed_by uuid,
  add column reviewed_at timestamptz(3),
  add column deleted_by uuid,
  add check ((review_verdict is null) = (reviewed_at is null));
create index scan_newest on scan
  (organization_id, (coalesce(acquisition_time, created_at)) desc, id desc);
create index scan_of_study on scan (organization_id, study_id);
alter table finding
  add column note_created_by uuid,
  add column note_created_at timestamptz(3),
  add column recommendations text[] not null default '{}',
  add column birads_score smallint check (birads_score between 1 and 9),
  add column is_mass boolean,
  add column annotation_labels jsonb not null default '{}',
  add column labeled_by uuid,
  add column labeled_at timestamptz(3),
  add column hidden boolean not null default false;
update finding set note_created_by = created_by, note_created_at = created_at
  where note is not null;
`;

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

const TABLES = `
create table finding_relation (
  auto_segment_finding_id uuid not null,
  user_finding_id uuid not null,
  relation_type text not null check (relation_type in ('USER_TO_ML')), ${STORED},
  unique (organization_id, auto_segment_finding_id, user_finding_id, relation_type),
  check (auto_segment_finding_id <> user_finding_id),
  foreign key (organization_id, auto_segment_finding_id) references finding (organization_id, id),
  foreign key (organization_id, user_finding_id) references finding (organization_id, id)
);
create index finding_relation_of_user on finding_relation (organization_id, user_finding_id);
create table note (
  subject text not null check (subject in ('patients', 'studies', 'findings')),
  patient_id uuid,
  study_id uuid,
  finding_id uuid,
  text text not null,
  deleted_at timestamptz(3),
  deleted_by uuid, ${STORED},
  check (num_nonnulls(patient_id, study_id, finding_id) = 1),
  foreign key (organization_id, patient_id) references patient (organization_id, id),
  foreign key (organization_id, study_id) references study (organization_id, id),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
create index note_of_patient on note (organization_id, patient_id) where patient_id is not null;
create index note_of_study on note (organization_id, study_id) where study_id is not null;
create index note_of_finding on note (organization_id, finding_id) where finding_id is not null;
create table thumbnail (
  organization_id uuid not null references organization (id),
  kind text not null check (kind in ('FINDING', 'NIPPLE')),
  owner_id uuid not null,
  image bytea not null,
  primary key (organization_id, kind, owner_id)
);
`;

/**
 * Finds patients by search patterns. PostgreSQL evaluates `like` only on rows that a policy has let
 * through and then does not use the trigram index. The function therefore runs as its owner and
 * applies the tenant filter itself; without a tenant the result is empty. The index is searched
 * with the longest pattern, which is usually the most selective.
 */
const SEARCH = `
create function search_patient_ids(patterns text[]) returns setof uuid
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
  select patient.id from public.patient
  where patient.organization_id
      = nullif(current_setting('clockface.organization', true), '')::uuid
    and patient.deleted_at is null
    and patient.search_text like
      (select one from unnest(patterns) as one order by length(one) desc limit 1)
    and patient.search_text like all (patterns)
$$;
`;

/** All fields of patients, studies, scans and findings; notes, relations, thumbnails, search. */
export const wholeRecords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS + TABLES + SEARCH).execute(db);
  },
};
