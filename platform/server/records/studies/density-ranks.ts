import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { SiteLists } from '../shared/site-lists.ts';

/**
 * Stores the ranks of the site's density codes in the database, which computes study summaries from
 * them, and refreshes the summaries whose rank has changed. A code that the site no longer offers
 * keeps its rank, because records still contain it.
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
        order by organization_id, study_id) as holding`.execute(trx);
  });
}
