import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Rights of the application role on the audit: read rows, insert the caller's columns. Time,
 * sequence number, chain position and hash can't be set by the caller.
 */
export const AUDIT_RIGHTS =
  'select, insert (organization_id, actor_kind, actor_id, act, outcome, subject)';

/**
 * One chain per organization, and one for rows without an organization. The only permitted update
 * of an audit row is the seal, which sets position and hash once. Rows are found by any id of their
 * subject: sealed rows through the index `audit_subject`, the few unsealed rows by a scan.
 * `audit_touching` runs as its owner and applies the tenant filter itself, because under row-level
 * security PostgreSQL does not use an index for these operators.
 */
const CHAIN = `
alter table audit add column position bigint;
alter table audit add column hash bytea;
alter table audit add constraint audit_sealed_whole check
  ((position is null) = (hash is null) and position > 0 and length(hash) = 32);
-- A chain for each organization, and one for rows that name none.
create unique index audit_position on audit (organization_id, position)
  nulls not distinct where position is not null;
create index audit_unsealed on audit (seq) where position is null;
-- Any id in the subject finds its rows. Made when a row is sealed, so that no call waits for it.
create index audit_subject on audit using gin (jsonb_path_query_array(subject, '$.*'))
  where position is not null;
-- Sealing is the one change: it adds the place and the hash, once, and touches nothing else.
create function audit_is_sealed_once() returns trigger language plpgsql as $$
begin
  if old.position is not null or new.position is null
    or (new.seq, new.at, new.actor_kind, new.act, new.outcome, new.subject)
      is distinct from (old.seq, old.at, old.actor_kind, old.act, old.outcome, old.subject)
    or new.organization_id is distinct from old.organization_id
    or new.actor_id is distinct from old.actor_id
  then
    raise exception 'audit rows are append-only';
  end if;
  return new;
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before delete on audit
  for each row execute function audit_is_append_only();
create trigger audit_sealed_once before update on audit
  for each row execute function audit_is_sealed_once();
-- As its owner, and naming the organization itself: under row-level security PostgreSQL keeps such
-- operators away from an index. The two halves are what the index and the short list of unsealed
-- rows serve.
create function audit_touching(touched text) returns setof bigint
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
  select audit.seq from public.audit
  where audit.organization_id = nullif(current_setting('clockface.organization', true), '')::uuid
    and audit.position is not null
    and jsonb_path_query_array(audit.subject, '$.*') ? touched
  union all
  select audit.seq from public.audit
  where audit.organization_id = nullif(current_setting('clockface.organization', true), '')::uuid
    and audit.position is null
    and jsonb_path_query_array(audit.subject, '$.*') ? touched
$$;
`;

/** Hash chain over the audit rows. */
export const auditChain: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(CHAIN).execute(db);
  },
};
