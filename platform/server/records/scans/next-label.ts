import { type Kysely, sql } from 'kysely';
import type { ScanSide } from '#contracts';
import type { Database } from '../../database/schema.ts';

/**
 * Returns the label of a further scan of a side in a study: 'R' for the first scan of the right
 * side, 'R2' for the second. No label is used twice: labels of deleted scans and labels that scans
 * had before a correction count. The caller has locked the study.
 */
export async function nextLabel(
  db: Kysely<Database>,
  { organizationId, studyId }: { readonly organizationId: string; readonly studyId: string },
  side: ScanSide,
): Promise<string> {
  const { rows } = await sql<{ last: number | null }>`
    select max(coalesce(nullif(substr(label, 2), ''), '1')::int) as last from (
      select label from scan where organization_id = ${organizationId} and study_id = ${studyId}
      union all
      select from_label from scan_correction
        where organization_id = ${organizationId} and from_study_id = ${studyId}
      union all
      select to_label from scan_correction
        where organization_id = ${organizationId} and to_study_id = ${studyId}
    ) as used(label) where label ~ ${`^${side}[0-9]*$`}`.execute(db);
  const last = rows[0]?.last ?? 0;
  return last === 0 ? side : `${side}${last + 1}`;
}
