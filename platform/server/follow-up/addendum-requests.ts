import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { type AddendumRequest, type routes, serverMessage } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { AddendumRequestTable } from '../database/tables/operations.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import { lockStudyForReport, reportById } from '../records/reports/report-rows.ts';
import { accountName } from '../records/shared/account-name.ts';
import { unpagedList } from '../records/shared/paging.ts';
import { studies } from '../records/studies/study-rows.ts';

interface RequestRow extends Selectable<AddendumRequestTable> {
  readonly author: string | null;
  readonly isOpen: SqlBool;
}

/** A request is open until a user closes it or an addendum is signed after it. */
export const IS_OPEN = sql<SqlBool>`(addendum_request.closed_at is null and not exists (
  select from report as addendum
  where addendum.organization_id = addendum_request.organization_id
    and addendum.study_id = addendum_request.study_id and addendum.state = 'ADDENDUM'
    and addendum.deleted_at is null and addendum.signed_at > addendum_request.created_at))`;

function requests(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('addendumRequest')
    .selectAll()
    .select(accountName(organizationId, sql`addendum_request.created_by`).as('author'))
    .select(IS_OPEN.as('isOpen'))
    .where('organizationId', '=', organizationId);
}

function toRequest({ organizationId: _, isOpen, ...request }: RequestRow): AddendumRequest {
  return { ...request, isOpen: isOpen === true };
}

export async function listAddendumRequests(call: CallOf<typeof routes.listAddendumRequests>) {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const study = await studies(db, organizationId).where('id', '=', params.id).executeTakeFirst();
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  const rows = await requests(db, organizationId)
    .where('studyId', '=', params.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return unpagedList(rows, toRequest);
}

/** Stores a request for an addendum; the same call stores nothing twice. */
export async function requestAddendum(
  call: CallOf<typeof routes.requestAddendum>,
): Promise<AddendumRequest | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  addAuditSubject({ requestId: body.id });
  const unlocked = await reportById(db, organizationId, params.id);
  if (unlocked === undefined) return notFound('REPORT_NOT_FOUND');
  // An addendum that is being signed does not end a request that its author has not seen.
  const study = await lockStudyForReport(db, organizationId, unlocked.studyId);
  const report = await reportById(db, organizationId, params.id);
  if (study === undefined || report === undefined) return notFound('REPORT_NOT_FOUND');
  addAuditSubject({ studyId: report.studyId, patientId: report.patientId });
  if (report.state !== 'SIGNED') {
    return errorResponse('Conflict', serverMessage('ADDENDUM_REQUEST_OF_SIGNED'));
  }
  await db
    .insertInto('addendumRequest')
    .values({
      ...body,
      organizationId,
      reportId: report.id,
      studyId: report.studyId,
      createdBy: actorIdOf(principal),
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .execute();
  const stored = await requests(db, organizationId)
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  return stored.studyId === report.studyId && stored.text === body.text
    ? toRequest(stored)
    : errorResponse('Conflict', serverMessage('OUTCOME_ID_TAKEN'), { id: body.id });
}

/** Closes a request with a reason, for its author and for users who write reports. */
export async function closeAddendumRequest(
  call: CallOf<typeof routes.closeAddendumRequest>,
): Promise<AddendumRequest | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const row = await requests(db, organizationId)
    .where('id', '=', params.id)
    .forUpdate('addendumRequest')
    .executeTakeFirst();
  if (row === undefined) return notFound('ADDENDUM_REQUEST_NOT_FOUND');
  addAuditSubject({ studyId: row.studyId, reportId: row.reportId });
  const actorId = actorIdOf(principal);
  if (row.createdBy !== actorId && !principal.features.includes('REPORT_CREATE')) {
    return errorResponse('Forbidden', serverMessage('ADDENDUM_REQUEST_NOT_AUTHOR'));
  }
  if (row.isOpen !== true) {
    return errorResponse('Conflict', serverMessage('ADDENDUM_REQUEST_CLOSED'));
  }
  await db
    .updateTable('addendumRequest')
    .set({
      closedAt: sql<string>`clock_timestamp()`,
      closedBy: actorId,
      closeReason: body.reason,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .execute();
  return toRequest(
    await requests(db, organizationId).where('id', '=', params.id).executeTakeFirstOrThrow(),
  );
}
