import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { openAddendum, signedReport } from './report-rows.ts';

/**
 * Checks the report of a study that the caller has locked; the result is stable until the
 * transaction ends.
 */
async function rejectLockedIfSigned(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
): Promise<ErrorResponse | null> {
  const signed = await signedReport(db, organizationId, studyId);
  if (signed === undefined) return null;
  if ((await openAddendum(db, organizationId, studyId)) !== undefined) return null;
  const text = 'The report of this study is signed. Begin an addendum to change its findings';
  return errorResponse('ReportSigned', text, { reportId: signed.id });
}

/**
 * Checks the study of one finding before the finding is locked. Lock order is study, scans,
 * findings; any other order can deadlock.
 */
export async function rejectIfFindingSigned(
  db: Kysely<Database>,
  principal: Pick<CallPrincipal, 'organizationId' | 'kind' | 'blind'>,
  findingId: string,
): Promise<ErrorResponse | null> {
  const finding = await db
    .selectFrom('finding')
    .select('scanId')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', findingId)
    .executeTakeFirst();
  return finding === undefined ? null : rejectIfFindingsSigned(db, principal, finding.scanId);
}

/**
 * Checks the study of a call that changes findings of a scan. Allows model proposals and findings
 * of blind annotators, because they are in no report.
 */
export async function rejectIfFindingsSigned(
  db: Kysely<Database>,
  { organizationId, kind, blind }: Pick<CallPrincipal, 'organizationId' | 'kind' | 'blind'>,
  scanId: string,
): Promise<ErrorResponse | null> {
  return kind === 'human' && !blind ? rejectIfScanSigned(db, organizationId, scanId) : null;
}

/** Checks the study of a scan. */
export async function rejectIfScanSigned(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<ErrorResponse | null> {
  const study = await db
    .selectFrom('scan')
    .innerJoin('study', (join) =>
      join
        .onRef('study.organizationId', '=', 'scan.organizationId')
        .onRef('study.id', '=', 'scan.studyId'),
    )
    .select('study.id')
    .where('scan.organizationId', '=', organizationId)
    .where('scan.id', '=', scanId)
    .forShare('study')
    .executeTakeFirst();
  return study === undefined ? null : rejectLockedIfSigned(db, organizationId, study.id);
}
