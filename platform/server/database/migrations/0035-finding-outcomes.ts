import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table finding_outcome (
  organization_id uuid not null references organization (id),
  id uuid not null,
  finding_id uuid not null,
  kind text not null check (kind in ('BIOPSY', 'SURGERY', 'FOLLOW_UP')),
  result text not null check (
    case kind when 'FOLLOW_UP' then result in ('STABLE', 'RESOLVED', 'GROWN')
      else result in ('MALIGNANT', 'HIGH_RISK', 'BENIGN') end),
  day date not null,
  histology text,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  deleted_at timestamptz(3),
  deleted_by uuid,
  deletion_reason text,
  primary key (organization_id, id),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
create index finding_outcome_of_finding
  on finding_outcome (organization_id, finding_id, created_at desc, id desc);
create table addendum_request (
  organization_id uuid not null references organization (id),
  id uuid not null,
  report_id uuid not null,
  study_id uuid not null,
  text text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  closed_at timestamptz(3),
  closed_by uuid,
  close_reason text,
  primary key (organization_id, id),
  foreign key (organization_id, report_id) references report (organization_id, id)
);
create index addendum_request_of_study
  on addendum_request (organization_id, study_id, created_at desc, id desc);
create index addendum_request_open on addendum_request (organization_id, created_at)
  where closed_at is null;
`;

/** Outcomes of findings, and requests for addenda to signed reports. */
export const findingOutcomes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(db);
  },
};
