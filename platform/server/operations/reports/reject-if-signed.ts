import type { Kysely } from 'kysely';
import type { CallPrincipal } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { openAddendum, signedReport } from './report-rows.ts';

/**
 * For everything that changes or deletes findings and marks of a study, inside the transaction of
 * the change: refused once the study's report is signed, except while an addendum is being written.
 * Holds the study for the transaction, so that nothing is signed in between.
 */
export async function rejectIfSigned(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
): Promise<ErrorResponse | null> {
  await db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .forShare()
    .execute();
  return rejectLockedIfSigned(db, organizationId, studyId);
}

/** The study is held: what is read now stays so until the transaction ends. */
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
 * The same for a call that touches one finding, before it is locked: a study is held before its
 * scans, and they before their findings, or two calls wait for each other.
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
 * The same for a call that touches findings of a scan. What models propose and blind annotators
 * mark is in no report, so it goes on.
 */
export async function rejectIfFindingsSigned(
  db: Kysely<Database>,
  { organizationId, kind, blind }: Pick<CallPrincipal, 'organizationId' | 'kind' | 'blind'>,
  scanId: string,
): Promise<ErrorResponse | null> {
  return kind === 'human' && !blind ? rejectIfScanSigned(db, organizationId, scanId) : null;
}

/** The same, for whoever knows the scan. */
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
