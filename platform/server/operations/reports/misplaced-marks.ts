import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import { checkMarkPlace, type StoredFinding } from '#findings';
import type { VolumeGeometry } from '#geometry';
import type { Database } from '../../database/schema.ts';
import { volumeGeometries } from '../../files/rows/find-volume.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { lastSigned, type ReportRow } from '../../records/reports/report-rows.ts';
import { reportedFindings } from './report-response.ts';

/** Maximum number of findings in a response. */
const MAX_FINDINGS = 20;

/**
 * Returns an error if a finding of the report has a mark that no volume of its scan can hold, else
 * null. Such marks were stored before the volume existed. An addendum is checked only for findings
 * that have changed since the last signature.
 */
export async function rejectMisplacedMarks(
  db: Kysely<Database>,
  row: ReportRow,
): Promise<ErrorResponse | null> {
  const { organizationId, studyId } = row;
  const signedAt = (await lastSigned(db, organizationId, studyId))?.signedAt ?? null;
  const findings = await reportedFindings(db, organizationId, studyId);
  const volumesByScan = new Map<string, readonly VolumeGeometry[]>();
  const misplaced: StoredFinding[] = [];
  for (const finding of findings) {
    if (signedAt !== null && Date.parse(finding.updatedAt) <= Date.parse(signedAt)) continue;
    const scanId = finding.scan.id;
    const volumes =
      volumesByScan.get(scanId) ?? (await volumeGeometries(db, { organizationId, scanId }));
    volumesByScan.set(scanId, volumes);
    const isPossible = Object.values(finding.marks).every(
      (mark) => checkMarkPlace(mark, volumes).ok,
    );
    if (volumes.length > 0 && !isPossible) misplaced.push(finding);
  }
  return misplaced.length === 0 ? null : misplacedError(db, organizationId, misplaced);
}

async function misplacedError(
  db: Kysely<Database>,
  organizationId: string,
  misplaced: readonly StoredFinding[],
): Promise<ErrorResponse> {
  const named = misplaced.slice(0, MAX_FINDINGS);
  const scans = await db
    .selectFrom('scan')
    .select(['id', 'label'])
    .where('organizationId', '=', organizationId)
    .where(
      'id',
      'in',
      named.map(({ scan }) => scan.id),
    )
    .execute();
  const labelOf = new Map(scans.map(({ id, label }) => [id, label]));
  const names = named.map(({ scan, label }) => `${labelOf.get(scan.id) ?? ''} ${label}`);
  const omittedFindings = misplaced.length - named.length;
  return errorResponse(
    'ReportIncomplete',
    serverMessage('REPORT_MARKS_MISPLACED', { findings: names }),
    {
      findings: named.map(({ id, scan, label }) => ({ id, scanId: scan.id, label })),
      ...(omittedFindings === 0 ? {} : { omittedFindings }),
    },
  );
}
