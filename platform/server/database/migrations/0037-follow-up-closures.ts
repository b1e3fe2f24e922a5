import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table follow_up_closure (
  organization_id uuid not null references organization (id),
  id uuid not null,
  study_id uuid not null,
  sides text[] not null check (cardinality(sides) > 0 and sides <@ array['L', 'R']),
  reason text not null check (reason in ('DECLINED', 'ELSEWHERE', 'MOVED', 'DECEASED', 'OTHER')),
  note text check (note is not null or reason <> 'OTHER'),
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid,
  deleted_at timestamptz(3),
  deleted_by uuid,
  deletion_reason text,
  primary key (organization_id, id),
  foreign key (organization_id, study_id) references study (organization_id, id)
);
create index follow_up_closure_of_study
  on follow_up_closure (organization_id, study_id, created_at desc, id desc);
`;

/** Follow-ups that users closed without an outcome. */
export const followUpClosures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(db);
  },
};
