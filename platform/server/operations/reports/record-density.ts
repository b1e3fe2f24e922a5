import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { changedBy } from '../../records/shared/stored.ts';

/**
 * Writes the densities of a signed report to the completed scans of their breasts, so that lists
 * and filters show what was signed. A breast without a density keeps that of its scans.
 */
export async function recordDensity(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { organizationId, studyId, content }: ReportRow,
): Promise<void> {
  const signed = [
    { side: 'L', density: content.left?.breastDensity },
    { side: 'R', density: content.right?.breastDensity },
  ] as const;
  for (const { side, density } of signed) {
    if (density == null) continue;
    await db
      .updateTable('scan')
      .set({ ...changedBy(principal), breastDensity: density })
      .where('organizationId', '=', organizationId)
      .where('studyId', '=', studyId)
      .where('laterality', '=', side)
      .where('scanState', '=', 'C')
      .where('deletedAt', 'is', null)
      .where('breastDensity', 'is distinct from', density)
      .execute();
  }
}
