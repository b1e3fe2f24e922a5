import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Matches keywords anywhere in code and names. The trigram index makes the search fast; without
 * pg_trgm the search is slower but correct.
 */
export const patientSearch: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table patient add column search_text text not null generated always as
        (lower(coalesce(code, '') || ' ' || coalesce(first_name, '') || ' ' || last_name)) stored
    `.execute(db);
    await sql`
      do $$ begin
        create extension if not exists pg_trgm;
        create index patient_search on patient using gin (search_text gin_trgm_ops);
      exception when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'pg_trgm is not available: patient search runs without its index';
      end $$
    `.execute(db);
  },
};
