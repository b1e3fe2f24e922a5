import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table study_hold_tab (
  organization_id uuid not null references organization (id),
  study_id uuid not null,
  session_id uuid not null,
  tab_id uuid not null,
  account_id uuid not null,
  until timestamptz(3) not null,
  primary key (organization_id, study_id, session_id, tab_id),
  foreign key (organization_id, study_id) references study (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id),
  foreign key (organization_id, session_id)
    references session_token (organization_id, id) on delete cascade
);
create index study_hold_tab_session on study_hold_tab (organization_id, session_id, study_id);
insert into study_hold_tab (organization_id, study_id, session_id, tab_id, account_id, until)
select organization_id, study_id, session_id, session_id, account_id, until from study_hold;
alter table study_hold drop column session_id;
`;

/**
 * Updates the claim (`study_hold`, the row that lists read) after a tab is deleted, also when the
 * tab is deleted with its session. Deletes the claim with the last tab of the claimant. Locks the
 * claim before reading the tabs, so that the later of two concurrent deletions sees that no tab
 * remains. Ignores tabs of a previous claimant, which are deleted with their sessions.
 */
const TRIGGER = `
create function tab_has_let_go() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  latest timestamptz;
begin
  perform from study_hold
    where organization_id = old.organization_id and study_id = old.study_id
      and account_id = old.account_id
    for update;
  if not found then return null; end if;
  select max(tab.until) into latest from study_hold_tab as tab
    where tab.organization_id = old.organization_id and tab.study_id = old.study_id
      and tab.account_id = old.account_id;
  if latest is null then
    delete from study_hold
      where organization_id = old.organization_id and study_id = old.study_id;
  else
    update study_hold set until = latest
      where organization_id = old.organization_id and study_id = old.study_id;
  end if;
  return null;
end $$;
create trigger tab_lets_go after delete on study_hold_tab
  for each row execute function tab_has_let_go();
`;

/** Each browser tab claims a study separately, so closing a tab keeps the claims of the others. */
export const holdsByTab: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE + TRIGGER).execute(db);
  },
};
