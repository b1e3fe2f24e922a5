import type { Kysely } from 'kysely';
import type { Report, routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
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
  lockStudy,
  nextNumber,
  openAddendum,
  type ReportRow,
  reportById,
  signedReport,
  toSummary,
} from '../../records/reports/report-rows.ts';
import { changedBy, createdBy, deletedBy } from '../../records/shared/stored.ts';
import { hashOf } from './frozen-report.ts';
import { frozenOf, reportedFindings, toReport } from './report-response.ts';

const NO_REPORT = notFound('The report');
const DUPLICATE_ID = errorResponse('Conflict', 'Another report has this id');
export const NOT_AUTHOR = errorResponse(
  'Forbidden',
  'Only its author changes what is being written',
);

/** Locks the study of a report and returns the report's row, or an error response. */
export async function lockReport(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
  version: number | null,
): Promise<ReportRow | ErrorResponse> {
  const { organizationId } = principal;
  const unlocked = await reportById(db, organizationId, id);
  if (unlocked === undefined) return NO_REPORT;
  if ((await lockStudy(db, organizationId, unlocked.studyId)) === undefined) return NO_REPORT;
  // The report may have changed while this call waited for the lock.
  const row = await reportById(db, organizationId, id);
  if (row === undefined) return NO_REPORT;
  if (version !== null && row.version !== version) return versionConflict(await toReport(db, row));
  return row;
}

export async function change(
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
  call: CallOf<typeof routes.saveReport>,
): Promise<Report | ErrorResponse> {
  const { db, body, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  addAuditSubject({ id: body.id, studyId: body.studyId });
  const study = await lockStudy(db, organizationId, body.studyId);
  if (study === undefined) return notFound('The study');
  addAuditSubject({ patientId: study.patientId });
  const signed = await signedReport(db, organizationId, study.id);
  if (signed !== undefined) {
    const text = 'The report of this study is signed; what is new goes into an addendum';
    return errorResponse('ReportSigned', text, { reportId: signed.id });
  }
  const existing = await anyById(db, organizationId, body.id);
  if (existing !== undefined) return saveAgain(call, existing, version);
  const values = {
    id: body.id,
    studyId: study.id,
    patientId: study.patientId,
    state: 'DRAFT',
    number: await nextNumber(db, organizationId, study.id),
    content: JSON.stringify(body.content),
  } as const;
  const row = await db
    .insertInto('report')
    .values({ ...values, ...createdBy(principal) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReport(db, row);
}

async function saveAgain(
  { db, body, principal }: CallOf<typeof routes.saveReport>,
  existing: ReportRow,
  version: number | null,
): Promise<Report | ErrorResponse> {
  if (existing.deletedAt !== null || existing.studyId !== body.studyId) return DUPLICATE_ID;
  if (existing.state !== 'DRAFT') {
    const text = 'This version is no draft any more; save a new version under an id of its own';
    return errorResponse('ReportNotDraft', text, { state: existing.state });
  }
  if (existing.createdBy !== actorIdOf(principal)) return NOT_AUTHOR;
  if (version !== null && version !== existing.version) {
    return versionConflict(await toReport(db, existing));
  }
  const set = { content: JSON.stringify(body.content), ...changedBy(principal) };
  return toReport(db, await change(db, existing, set));
}

/** Includes discarded reports, because their ids and numbers stay in use. */
function anyById(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .selectFrom('report')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Starts an addendum, or saves the open addendum again. */
export async function addAddendum({
  db,
  params,
  body,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.addAddendum>): Promise<Report | ErrorResponse> {
  const { organizationId } = principal;
  const parent = await lockReport(db, principal, params.id, null);
  if (parent instanceof ErrorResponse) return parent;
  addAuditSubject({ addendumId: body.id, studyId: parent.studyId, patientId: parent.patientId });
  if (parent.state !== 'SIGNED') {
    return errorResponse('ReportNotDraft', 'Only a signed report takes addenda', {
      state: parent.state,
    });
  }
  const open = await openAddendum(db, organizationId, parent.studyId);
  if (open !== undefined && open.id !== body.id) {
    const text = 'Another addendum is being written; it is signed or discarded first';
    return errorResponse('Conflict', text, { id: open.id });
  }
  if (open !== undefined) {
    if (!(await canTakeOver(db, principal, open))) return NOT_AUTHOR;
    const set = { addendumText: body.text, ...changedBy(principal) };
    return toReport(db, await change(db, open, set));
  }
  if ((await anyById(db, organizationId, body.id)) !== undefined) return DUPLICATE_ID;
  const row = await db
    .insertInto('report')
    .values({
      id: body.id,
      studyId: parent.studyId,
      patientId: parent.patientId,
      state: 'ADDENDUM',
      parentId: parent.id,
      addendumText: body.text,
      number: await nextNumber(db, organizationId, parent.studyId),
      content: JSON.stringify(parent.content),
      ...createdBy(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReport(db, row);
}

/** Discards a draft or open addendum. Earlier saved versions stay unchanged. */
export async function deleteReport({
  db,
  params,
  principal,
  version,
  addAuditSubject,
}: CallOf<typeof routes.deleteReport>) {
  const row = await lockReport(db, principal, params.id, version);
  if (row instanceof ErrorResponse) return row;
  addAuditSubject({ studyId: row.studyId, patientId: row.patientId });
  const open = row.state === 'DRAFT' || (row.state === 'ADDENDUM' && row.signedAt === null);
  if (!open) {
    return errorResponse('ReportNotDraft', 'Only a draft can be discarded', { state: row.state });
  }
  if (!(await canTakeOver(db, principal, row))) return NOT_AUTHOR;
  if (row.state === 'ADDENDUM' && (await findingsChanged(db, row))) {
    const text =
      'Findings were changed since the report was signed; sign the addendum, or change them back';
    return errorResponse('FindingsChanged', text);
  }
  return toSummary(await change(db, row, deletedBy(principal)));
}

/**
 * Returns whether the caller may edit: the author, or anyone once the author's account is deleted
 * or locked, because an open addendum blocks all others.
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
  const last = await lastSigned(db, organizationId, studyId);
  const now = await reportedFindings(db, organizationId, studyId);
  const before = last === undefined ? null : frozenOf(last);
  return before === null || bare(before.findings) !== bare(now);
}

/** Hashes findings without version, time and editor, so that a reverted change counts as equal. */
function bare(findings: readonly object[]): string {
  const contents = findings.map((finding) => {
    const {
      version: _v,
      updatedAt: _at,
      updatedBy: _by,
      // `hidden` is specific to each reader.
      hidden: _hidden,
      ...rest
    } = finding as Record<string, unknown>;
    return rest;
  });
  return hashOf(contents);
}
