import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/**
 * Locks a scan's study until the transaction ends and returns its id; null for a missing scan. Both
 * modes exclude signing and deleting the study (`lockStudyForReport`). 'share' also excludes other
 * changes of the study's row.
 *
 * Call before scans, findings or files are locked: any order but study, scans, findings, files can
 * deadlock.
 */
export async function lockStudyOfScan(
  db: Kysely<Database>,
  { organizationId, scanId }: { readonly organizationId: string; readonly scanId: string },
  mode: 'share' | 'key share',
): Promise<string | null> {
  const query = db
    .selectFrom('scan')
    .innerJoin('study', (join) =>
      join
        .onRef('study.organizationId', '=', 'scan.organizationId')
        .onRef('study.id', '=', 'scan.studyId'),
    )
    .select('study.id')
    .where('scan.organizationId', '=', organizationId)
    .where('scan.id', '=', scanId);
  const locked = mode === 'share' ? query.forShare('study') : query.forKeyShare('study');
  return (await locked.executeTakeFirst())?.id ?? null;
}
