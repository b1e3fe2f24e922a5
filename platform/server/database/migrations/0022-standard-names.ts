import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table study_hold rename to study_claim;
alter table study_hold_tab rename to study_claim_tab;
alter index study_hold_tab_session rename to study_claim_tab_session;
alter trigger tab_lets_go on study_claim_tab rename to claim_tab_deleted;
alter function tab_has_let_go() rename to update_claim_of_tab;
`;

/** Same behaviour as the function of migration 0017, with the new table names. */
const FUNCTION = `
create or replace function update_claim_of_tab() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  latest timestamptz;
begin
  perform from study_claim
    where organization_id = old.organization_id and study_id = old.study_id
      and account_id = old.account_id
    for update;
  if not found then return null; end if;
  select max(tab.until) into latest from study_claim_tab as tab
    where tab.organization_id = old.organization_id and tab.study_id = old.study_id
      and tab.account_id = old.account_id;
  if latest is null then
    delete from study_claim
      where organization_id = old.organization_id and study_id = old.study_id;
  else
    update study_claim set until = latest
      where organization_id = old.organization_id and study_id = old.study_id;
  end if;
  return null;
end $$;
`;

const POLICIES = `
do $$
declare
  name text;
begin
  for name in
    select c.oid::regclass::text from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polname = 'organization_wall'
  loop
    execute format('alter policy organization_wall on %s rename to tenant_isolation', name);
  end loop;
end $$;
`;

/** Renames the filters of saved worklist filter sets: made to created, held to claimed. */
const SAVED_FILTERS = `
update user_preference
set value = regexp_replace(
  regexp_replace(
    regexp_replace(value, '"made":', '"created":', 'g'), '"held":"nobody"', '"claimed":"none"', 'g'),
  '"held":', '"claimed":', 'g')
where pref_code = 'studies.filters';
`;

/** Gives stored names the standard terms: claim instead of hold, tenant isolation, created. */
export const standardNames: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES + FUNCTION + POLICIES + SAVED_FILTERS).execute(db);
  },
};
