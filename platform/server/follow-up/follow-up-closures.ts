import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { type FollowUpClosure, type routes, serverMessage } from '#contracts';
import { sameValue } from '#findings';
import type { Database } from '../database/schema.ts';
import type { FollowUpClosureTable } from '../database/tables/operations.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import { lockStudyForReport } from '../records/reports/report-rows.ts';
import { accountName } from '../records/shared/account-name.ts';
import { unpagedList } from '../records/shared/paging.ts';
import { studies } from '../records/studies/study-rows.ts';
import { followUpBreasts } from './follow-up-query.ts';
import { IS_SUPERSEDED } from './shared/superseded-closure.ts';

type CloseCall = CallOf<typeof routes.closeFollowUp>;

interface ClosureRow extends Selectable<FollowUpClosureTable> {
  readonly author: string | null;
  readonly isSuperseded: SqlBool;
}

/** Closures with the names of their authors. */
function closures(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('followUpClosure as closure')
    .selectAll('closure')
    .select(accountName(organizationId, sql`closure.created_by`).as('author'))
    .select(IS_SUPERSEDED.as('isSuperseded'))
    .where('organizationId', '=', organizationId);
}

function toClosure({ organizationId: _, isSuperseded, ...closure }: ClosureRow): FollowUpClosure {
  return { ...closure, isSuperseded: isSuperseded === true };
}

export async function listFollowUpClosures(call: CallOf<typeof routes.listFollowUpClosures>) {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const study = await studies(db, organizationId).where('id', '=', params.id).executeTakeFirst();
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  const rows = await closures(db, organizationId)
    .where('studyId', '=', params.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return unpagedList(rows, toClosure);
}

/** Closes the follow-up of breasts; the same call stores nothing twice. */
export async function closeFollowUp(
  call: CloseCall,
  timeZone: string,
): Promise<FollowUpClosure | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  addAuditSubject({ closureId: body.id });
  // A signature, or an outcome that is being entered, can't be missed by the check below.
  const study = await lockStudyForReport(db, organizationId, params.id);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  const earlier = await closureById(db, organizationId, body.id);
  if (earlier !== undefined) return repeated(earlier, call);
  const error = closingError(body, await followUpBreasts(db, organizationId, study.id, timeZone));
  if (error !== null) return error;
  const { confirmsGrowth: _, ...closure } = body;
  await db
    .insertInto('followUpClosure')
    .values({ ...closure, organizationId, studyId: study.id, createdBy: actorIdOf(principal) })
    .execute();
  const stored = await closureById(db, organizationId, body.id);
  return stored === undefined ? notFound('FOLLOW_UP_CLOSURE_NOT_FOUND') : toClosure(stored);
}

const closureById = (db: Kysely<Database>, organizationId: string, id: string) =>
  closures(db, organizationId).where('id', '=', id).executeTakeFirst();

/** Returns the stored closure if the same call was made before. */
function repeated(
  stored: ClosureRow,
  { params, body }: CloseCall,
): FollowUpClosure | ErrorResponse {
  const isSame =
    stored.studyId === params.id &&
    stored.deletedAt === null &&
    (['sides', 'reason', 'note'] as const).every((key) => sameValue(stored[key], body[key]));
  return isSame
    ? toClosure(stored)
    : errorResponse('Conflict', serverMessage('OUTCOME_ID_TAKEN'), { id: body.id });
}

function closingError(
  { sides, confirmsGrowth }: CloseCall['body'],
  breasts: Awaited<ReturnType<typeof followUpBreasts>>,
): ErrorResponse | null {
  for (const side of sides) {
    const breast = breasts.find((each) => each.side === side);
    if (breast === undefined) return errorResponse('Conflict', serverMessage('FOLLOW_UP_NOT_OPEN'));
    if (breast.isClosed) return errorResponse('Conflict', serverMessage('FOLLOW_UP_CLOSED'));
    if (breast.hasGrown && !confirmsGrowth) {
      return errorResponse('Conflict', serverMessage('FOLLOW_UP_GROWN'));
    }
  }
  return null;
}

/** Reopens a follow-up with a reason; the closure stays in the history of its study. */
export async function reopenFollowUp(
  call: CallOf<typeof routes.reopenFollowUp>,
): Promise<FollowUpClosure | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const deleted = await db
    .updateTable('followUpClosure')
    .set({
      deletedAt: sql<string>`clock_timestamp()`,
      deletedBy: actorIdOf(principal),
      deletionReason: body.reason,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const row = await closureById(db, organizationId, params.id);
  if (row === undefined) return notFound('FOLLOW_UP_CLOSURE_NOT_FOUND');
  const study = await studies(db, organizationId).where('id', '=', row.studyId).executeTakeFirst();
  addAuditSubject({ studyId: row.studyId });
  if (study !== undefined) addAuditSubject({ patientId: study.patientId });
  return deleted === undefined
    ? errorResponse('Conflict', serverMessage('FOLLOW_UP_REOPENED'))
    : toClosure(row);
}
