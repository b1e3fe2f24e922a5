import type { Kysely } from 'kysely';
import { type Report, type routes, serverMessage } from '#contracts';
import type { StoredFinding } from '#findings';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import {
  lastSigned,
  lockStudyForReport,
  nextReportNumber,
  openAddendum,
  type ReportRow,
  reportById,
  signedReport,
  toSummary,
} from '../../records/reports/report-rows.ts';
import { changedBy, createdBy, deletedBy } from '../../records/shared/stored.ts';
import { hashOf } from './frozen-report.ts';
import { frozenOf, reportedFindings, toReport } from './report-response.ts';

const NO_REPORT = notFound('REPORT_NOT_FOUND');
const DUPLICATE_ID = errorResponse('Conflict', serverMessage('REPORT_ID_TAKEN'));
export const NOT_AUTHOR = errorResponse('Forbidden', serverMessage('REPORT_NOT_AUTHOR'));

/** Locks the study of a report and returns the report's row, or an error response. */
export async function lockReport(
  db: Kysely<Database>,
  skins: StoredSkins,
  principal: CallPrincipal,
  id: string,
  version: number | null,
): Promise<ReportRow | ErrorResponse> {
  const { organizationId } = principal;
  const unlocked = await reportById(db, organizationId, id);
  if (unlocked === undefined) return NO_REPORT;
  if ((await lockStudyForReport(db, organizationId, unlocked.studyId)) === undefined)
    return NO_REPORT;
  // The report may have changed while this call waited for the lock.
  const row = await reportById(db, organizationId, id);
  if (row === undefined) return NO_REPORT;
  if (version !== null && row.version !== version)
    return versionConflict(await toReport(db, skins, row));
  return row;
}

/** Updates columns of a report. The caller must hold the lock of `lockReport`. */
export async function changeReport(
  db: Kysely<Database>,
  row: ReportRow,
  set: object,
): Promise<ReportRow> {
  return db
    .updateTable('report')
    .set(set)
    .where('organizationId', '=', row.organizationId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves a new version, or an existing draft again under its id. */
export async function saveReport(
  skins: StoredSkins,
  call: CallOf<typeof routes.saveReport>,
): Promise<Report | ErrorResponse> {
  const { db, body, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  addAuditSubject({ id: body.id, studyId: body.studyId });
  const study = await lockStudyForReport(db, organizationId, body.studyId);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  const signed = await signedReport(db, organizationId, study.id);
  if (signed !== undefined) {
    const message = serverMessage('REPORT_SIGNED_ADDENDUM');
    return errorResponse('ReportSigned', message, { reportId: signed.id });
  }
  const existing = await reportByIdWithDiscarded(db, organizationId, body.id);
  if (existing !== undefined) return saveAgain(skins, call, existing, version);
  const values = {
    id: body.id,
    studyId: study.id,
    patientId: study.patientId,
    state: 'DRAFT',
    number: await nextReportNumber(db, organizationId, study.id),
    content: JSON.stringify(body.content),
  } as const;
  const row = await db
    .insertInto('report')
    .values({ ...values, ...createdBy(principal) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReport(db, skins, row);
}

async function saveAgain(
  skins: StoredSkins,
  { db, body, principal }: CallOf<typeof routes.saveReport>,
  existing: ReportRow,
  version: number | null,
): Promise<Report | ErrorResponse> {
  if (existing.deletedAt !== null || existing.studyId !== body.studyId) return DUPLICATE_ID;
  if (existing.state !== 'DRAFT') {
    const message = serverMessage('REPORT_NO_DRAFT');
    return errorResponse('ReportNotDraft', message, { state: existing.state });
  }
  if (existing.createdBy !== actorIdOf(principal)) return NOT_AUTHOR;
  if (version !== null && version !== existing.version) {
    return versionConflict(await toReport(db, skins, existing));
  }
  const set = { content: JSON.stringify(body.content), ...changedBy(principal) };
  return toReport(db, skins, await changeReport(db, existing, set));
}

/** Returns a report, also a discarded report, because its id and number stay in use. */
function reportByIdWithDiscarded(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .selectFrom('report')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Starts an addendum, or saves the open addendum again. */
export async function addAddendum(
  skins: StoredSkins,
  { db, params, body, principal, addAuditSubject }: CallOf<typeof routes.addAddendum>,
): Promise<Report | ErrorResponse> {
  const { organizationId } = principal;
  const parent = await lockReport(db, skins, principal, params.id, null);
  if (parent instanceof ErrorResponse) return parent;
  addAuditSubject({ addendumId: body.id, studyId: parent.studyId, patientId: parent.patientId });
  if (parent.state !== 'SIGNED') {
    return errorResponse('ReportNotDraft', serverMessage('ADDENDUM_OF_SIGNED'), {
      state: parent.state,
    });
  }
  const open = await openAddendum(db, organizationId, parent.studyId);
  if (open !== undefined && open.id !== body.id) {
    const message = serverMessage('ADDENDUM_OPEN');
    return errorResponse('Conflict', message, { id: open.id });
  }
  if (open !== undefined) {
    if (!(await canTakeOver(db, principal, open))) return NOT_AUTHOR;
    const set = { addendumText: body.text, ...changedBy(principal) };
    return toReport(db, skins, await changeReport(db, open, set));
  }
  if ((await reportByIdWithDiscarded(db, organizationId, body.id)) !== undefined)
    return DUPLICATE_ID;
  const row = await db
    .insertInto('report')
    .values({
      id: body.id,
      studyId: parent.studyId,
      patientId: parent.patientId,
      state: 'ADDENDUM',
      parentId: parent.id,
      addendumText: body.text,
      number: await nextReportNumber(db, organizationId, parent.studyId),
      content: JSON.stringify(parent.content),
      ...createdBy(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReport(db, skins, row);
}

/** Discards a draft or open addendum. Earlier saved versions stay unchanged. */
export async function deleteReport(
  skins: StoredSkins,
  { db, params, principal, version, addAuditSubject }: CallOf<typeof routes.deleteReport>,
) {
  const row = await lockReport(db, skins, principal, params.id, version);
  if (row instanceof ErrorResponse) return row;
  addAuditSubject({ studyId: row.studyId, patientId: row.patientId });
  const open = row.state === 'DRAFT' || (row.state === 'ADDENDUM' && row.signedAt === null);
  if (!open) {
    return errorResponse('ReportNotDraft', serverMessage('REPORT_DISCARD_DRAFT'), {
      state: row.state,
    });
  }
  if (!(await canTakeOver(db, principal, row))) return NOT_AUTHOR;
  if (row.state === 'ADDENDUM' && (await findingsChanged(db, row))) {
    const message = serverMessage('ADDENDUM_FINDINGS_CHANGED');
    return errorResponse('FindingsChanged', message);
  }
  return toSummary(await changeReport(db, row, deletedBy(principal)));
}

/**
 * Returns whether the caller may edit: the author, or every user once the author's account is
 * deleted or locked, because an open addendum blocks further addenda.
 */
async function canTakeOver(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { organizationId, createdBy }: ReportRow,
): Promise<boolean> {
  if (createdBy === actorIdOf(principal)) return true;
  const departed = await db
    .selectFrom('account')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', createdBy)
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('lockedAt', 'is not', null)]))
    .executeTakeFirst();
  return departed !== undefined;
}

/** Returns whether the findings of a study differ from those last signed. */
async function findingsChanged(db: Kysely<Database>, { organizationId, studyId }: ReportRow) {
  const lastReport = await lastSigned(db, organizationId, studyId);
  const signed = lastReport === undefined ? null : frozenOf(lastReport);
  if (signed === null) return true;
  const current = await reportedFindings(db, organizationId, studyId);
  return hashOf(signed.findings.map(contentOf)) !== hashOf(current.map(contentOf));
}

/**
 * Returns the entries of the readers in a finding. Omits version, time and editor of the last
 * change, so that a reverted change counts as equal, and the location, which changes with the
 * nipple.
 */
function contentOf(finding: StoredFinding) {
  return {
    id: finding.id,
    scan: finding.scan,
    generator: finding.generator,
    label: finding.label,
    createdAt: finding.createdAt,
    createdBy: finding.createdBy,
    marks: finding.marks,
    note: finding.note,
    noteCreatedBy: finding.noteCreatedBy,
    noteCreatedAt: finding.noteCreatedAt,
    annotationLabels: finding.annotationLabels,
    labeledBy: finding.labeledBy,
    labeledAt: finding.labeledAt,
    recommendations: finding.recommendations,
    biradsScore: finding.biradsScore,
    isMass: finding.isMass,
    massLengthUm: finding.massLengthUm,
    massWidthUm: finding.massWidthUm,
    massHeightUm: finding.massHeightUm,
  };
}
