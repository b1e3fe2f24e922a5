import type { Kysely } from 'kysely';
import type { ReportContent } from '#contracts';
import type { KnownPriorFinding } from '#report';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { withLocations } from '../../records/findings/finding-locations.ts';
import { findings, toStoredFinding } from '../../records/findings/finding-rows.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { scans } from '../../records/scans/scan-rows.ts';

/**
 * Returns the findings that a report links as priors. A link to a finding of another patient, of the
 * same study or of a model or of a reader study is left out, so that no text can quote its sizes.
 */
export async function linkedPriors(
  db: Kysely<Database>,
  skins: StoredSkins,
  { organizationId, patientId, studyId }: ReportRow,
  { priorLinks }: Pick<ReportContent, 'priorLinks'>,
): Promise<readonly KnownPriorFinding[]> {
  if (priorLinks.length === 0) return [];
  const earlier = await scans(db, organizationId)
    .where('scan.patientId', '=', patientId)
    .where('scan.studyId', '!=', studyId)
    .execute();
  if (earlier.length === 0) return [];
  const unrestricted = { organizationId, accountId: null, blind: false };
  const rows = await findings(db, unrestricted)
    .where(
      'id',
      'in',
      priorLinks.map(({ priorFindingId }) => priorFindingId),
    )
    .where(
      'scanId',
      'in',
      earlier.map(({ id }) => id),
    )
    .where('deletedAt', 'is', null)
    .where('generator', '=', 'USER')
    .where('caseReadingId', 'is', null)
    .execute();
  const stored = rows.map((row) => toStoredFinding(row));
  const located = await withLocations({ db, organizationId, skins }, stored);
  return located.flatMap((finding) => {
    const scan = earlier.find(({ id }) => id === finding.scan.id);
    if (scan === undefined) return [];
    const day = (scan.acquisitionTime ?? scan.createdAt).slice(0, 10);
    return [{ finding, side: scan.laterality, studyId: scan.studyId, day }];
  });
}
