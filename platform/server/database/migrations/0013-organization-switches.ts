import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Overrides set by administrators for their organization; other settings follow the site. */
export const organizationSwitches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table organization_switch (
        organization_id uuid not null references organization (id),
        kind text not null check (kind in ('extension', 'mode')),
        name text not null,
        enabled boolean not null,
        changed_at timestamptz(3) not null default now(),
        changed_by uuid,
        primary key (organization_id, kind, name)
      )`.execute(db);
  },
};
