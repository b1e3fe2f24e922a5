import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** `ai_copy_id` is the user finding that the accepting reader got. */
const RUNS = `
create table ai_run (
  organization_id uuid not null references organization (id),
  id uuid not null,
  scan_id uuid not null,
  task text not null check (task in ('DETECTION', 'SEGMENTATION')),
  provider_id text not null,
  generator text not null check (generator in ('AI', 'AIAD')),
  model jsonb not null,
  volume_file_id uuid,
  job_id uuid,
  messages jsonb not null,
  dropped jsonb not null,
  finding_count integer not null check (finding_count >= 0),
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, scan_id) references scan (organization_id, id),
  foreign key (organization_id, volume_file_id) references scan_file (organization_id, id),
  foreign key (organization_id, job_id) references job (organization_id, id)
);
create index ai_run_of_scan on ai_run (organization_id, scan_id, created_at);
alter table finding
  add column ai_run_id uuid,
  add column ai_score double precision check (ai_score between 0 and 1),
  add column ai_decision text check (ai_decision in ('ACCEPTED', 'REJECTED')),
  add column ai_decision_reason text,
  add column ai_decided_by uuid,
  add column ai_decided_at timestamptz(3),
  add column ai_copy_id uuid,
  add constraint finding_ai_run foreign key (organization_id, ai_run_id)
    references ai_run (organization_id, id),
  add constraint finding_ai_copy foreign key (organization_id, ai_copy_id)
    references finding (organization_id, id),
  add constraint finding_ai_complete check (
    (ai_run_id is null) = (ai_score is null) and (ai_run_id is null or generator <> 'USER')
    and (ai_decision is null) = (ai_decided_at is null)
    and (ai_decision is null or ai_run_id is not null));
create index finding_of_ai_run on finding (organization_id, ai_run_id)
  where ai_run_id is not null;
create index finding_ai_copied on finding (organization_id, ai_copy_id)
  where ai_copy_id is not null;
`;

/** Runs of models with their findings, and the decisions of readers on these findings. */
export const aiRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(RUNS).execute(db);
  },
};
