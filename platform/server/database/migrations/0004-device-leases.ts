import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Leases for commanding a device. Ending a session ends its lease, whichever process ends the
 * session.
 */
export const deviceLeases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table device_lease (
        organization_id uuid not null,
        device_id uuid not null,
        session_id uuid not null,
        account_id uuid not null,
        scan_id uuid,
        until timestamptz(3) not null,
        primary key (organization_id, device_id),
        foreign key (organization_id, device_id) references device (organization_id, id),
        foreign key (organization_id, account_id) references account (organization_id, id),
        foreign key (organization_id, session_id)
          references session_token (organization_id, id) on delete cascade
      )`.execute(db);
    await sql`
      create index device_lease_session on device_lease (organization_id, session_id)`.execute(db);
  },
};
