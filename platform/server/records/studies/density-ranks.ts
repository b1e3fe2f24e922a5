import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { SiteLists } from '../shared/site-lists.ts';

/**
 * Stores the ranks of the site's density codes in the database, whose triggers compute study
 * summaries from these ranks, and refreshes the summaries of codes whose rank has changed. A code
 * that the site no longer offers keeps its rank, because scans may still have that code.
 */
export async function storeDensityRanks(db: Kysely<Database>, lists: SiteLists): Promise<void> {
  const ranks = (lists.get('BREAST_DENSITY')?.items ?? []).flatMap(({ id, rank }) =>
    rank === undefined ? [] : [{ code: id, rank }],
  );
  if (ranks.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .insertInto('densityRank')
      .values(ranks)
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet({ rank: sql`excluded.rank` })
          .whereRef('densityRank.rank', '<>', sql`excluded.rank`),
      )
      .returning('code')
      .execute();
    if (changed.length === 0) return;
    const codes = changed.map(({ code }) => code);
    await sql`
      select refresh_study_summary(organization_id, study_id) from (
        select distinct organization_id, study_id from scan
        where breast_density = any(${codes}::text[]) and deleted_at is null
        order by organization_id, study_id) as affected`.execute(trx);
  });
}
