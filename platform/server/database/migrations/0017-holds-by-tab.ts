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
 * The hold itself stays one row, which lists read: it ends with the last of the holder's tabs, also
 * when a tab goes with its session. The row is held before the tabs are looked at, so that of two
 * that leave at once the later one sees that it is the last. Tabs of who held the study before do not
 * count; they go with their sessions.
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

/** Each tab of a browser holds a study by itself: closing one leaves the others' hold. */
export const holdsByTab: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE + TRIGGER).execute(db);
  },
};
