import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** `runner` says which kind of worker may lease a job; `worker_id` is the credential of its lease. */
const TABLES = `
create table worker_credential (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  job_types text[] not null check (cardinality(job_types) > 0),
  created_at timestamptz(3) not null default clock_timestamp(),
  revoked_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index worker_credential_name on worker_credential (organization_id, name)
  where revoked_at is null;
alter table job
  add column runner text not null default 'SERVER' check (runner in ('SERVER', 'WORKER')),
  add column worker_id uuid;
create index job_for_workers on job (organization_id, created_at)
  where runner = 'WORKER' and status in ('NOT_STARTED', 'IN_PROGRESS');
`;

/** Credentials of workers outside the server, and the jobs that only they may take. */
export const workerCredentials: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(db);
  },
};
