import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMN = `
alter table study add column palpable jsonb not null default '[]'
  constraint study_palpable check (
    case when jsonb_typeof(palpable) = 'array' then jsonb_array_length(palpable) <= 8
    else false end);
`;

/** Places of a study where a lump can be felt, on the clock face of a breast. */
export const palpablePlaces: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMN).execute(db);
  },
};
