import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Combining marks (accents) of the Unicode blocks in use, as a regular expression class. */
const MARKS =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f';

/** Normalises text for search: lower case, no accents, plain letters for ligatures. */
const FOLD = `
create function fold_for_search(written text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(
  lower(regexp_replace(normalize(written, NFKD), '[${MARKS}]', '', 'g') collate "und-x-icu"),
  'øłđðħıŧŋς‘’ʼ‐–', 'olddhitnσ''''''--'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
alter table patient drop column search_text;
alter table patient add column search_text text not null generated always as (fold_for_search(
  coalesce(code, '') || ' ' || coalesce(first_name, '') || ' ' || last_name)) stored;
create index patient_born on patient (organization_id, birth_date);
`;

/**
 * Finds patients by words. The caller passes the longest word first, because the indexes for text
 * and birth dates are searched with the first word. Forces a new plan for each search, because a
 * sequential scan is faster for words of two letters. Runs as its owner and applies the tenant
 * filter itself, because under row-level security PostgreSQL uses no index for `like`.
 */
const SEARCH = `
drop function search_patient_ids(text[]);
create function search_patient_ids(patterns text[], born_from date[], born_to date[])
returns setof uuid
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  own constant uuid := nullif(current_setting('clockface.organization', true), '')::uuid;
begin
  return query
    select patient.id from public.patient
    where patient.organization_id = own and patient.deleted_at is null
      and (patient.search_text like patterns[1]
        or patient.birth_date between born_from[1] and born_to[1])
      and (cardinality(patterns) = 1 or (
        select bool_and(patient.search_text like word.pattern
          or coalesce(patient.birth_date between word.first_day and word.last_day, false))
        from unnest(patterns, born_from, born_to) as word (pattern, first_day, last_day)));
end $$;
`;

/**
 * Search ignores accents and includes birth dates. Avoids the extension unaccent, because a site's
 * database may not offer the extension and its function is not immutable.
 */
export const foldedSearch: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(FOLD + SEARCH).execute(db);
    // As before, search without pg_trgm works without the index, slower but correct.
    await sql`
      do $$ begin
        if exists (select from pg_extension where extname = 'pg_trgm') then
          create index patient_search on patient using gin (search_text gin_trgm_ops);
        end if;
      end $$
    `.execute(db);
  },
};
