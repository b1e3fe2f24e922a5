import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A finding that was hidden for everyone stays hidden for its last editor, who presumably hid it.
 */
const HIDDEN = `
create table finding_hidden (
  organization_id uuid not null references organization (id),
  account_id uuid not null,
  finding_id uuid not null,
  primary key (organization_id, account_id, finding_id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, finding_id)
    references finding (organization_id, id) on delete cascade
);
create index finding_hidden_by on finding_hidden (organization_id, finding_id);
-- Who took it off everyone's list is who changed it last, as far as the row tells.
insert into finding_hidden (organization_id, account_id, finding_id)
select finding.organization_id, account.id, finding.id
from finding join account on account.organization_id = finding.organization_id
  and account.id = coalesce(finding.updated_by, finding.created_by)
where finding.hidden;
alter table finding drop column hidden;
`;

/**
 * Readers hide findings only in their own list. A finding that was hidden for all readers stays
 * hidden for the last account that changed the finding, because the row does not record who hid it.
 */
export const hiddenByReader: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(HIDDEN).execute(db);
  },
};
