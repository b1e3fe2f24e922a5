import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { type FindingOutcome, fieldError, type routes, serverMessage } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { FindingOutcomeTable } from '../database/tables/operations.ts';
import type { CallOf } from '../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  ValidationErrorResponse,
} from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import { lockStudyOfScan } from '../records/reports/lock-study-of-scan.ts';
import { accountName } from '../records/shared/account-name.ts';
import { unpagedList } from '../records/shared/paging.ts';
import { IS_REPORTED } from './shared/reported-finding.ts';

type OutcomeRow = Selectable<FindingOutcomeTable> & { readonly author: string | null };
type AddCall = CallOf<typeof routes.addOutcome>;

/** Outcomes with the names of their authors. */
function outcomes(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('findingOutcome')
    .selectAll()
    .select(accountName(organizationId, sql`finding_outcome.created_by`).as('author'))
    .where('organizationId', '=', organizationId);
}

function toOutcome(row: OutcomeRow): FindingOutcome {
  const { organizationId: _, ...outcome } = row;
  return outcome;
}

/** Selects a finding with the data of its study. */
function findingWithStudy(db: Kysely<Database>, organizationId: string, findingId: string) {
  return db
    .selectFrom('finding')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.organizationId', '=', 'finding.organizationId')
        .onRef('scan.id', '=', 'finding.scanId'),
    )
    .innerJoin('studySummary as summary', (join) =>
      join
        .onRef('summary.organizationId', '=', 'scan.organizationId')
        .onRef('summary.studyId', '=', 'scan.studyId'),
    )
    .select(['finding.generator', 'finding.scanId', 'scan.studyId', 'scan.patientId'])
    .select(['summary.acquiredAt', IS_REPORTED.as('isReported')])
    .where('finding.organizationId', '=', organizationId)
    .where('finding.id', '=', findingId)
    .where('finding.deletedAt', 'is', null)
    .where('scan.deletedAt', 'is', null);
}

export async function listOutcomes(call: CallOf<typeof routes.listOutcomes>) {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const finding = await findingWithStudy(db, organizationId, params.id).executeTakeFirst();
  if (finding === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ studyId: finding.studyId, patientId: finding.patientId });
  const rows = await outcomes(db, organizationId)
    .where('findingId', '=', params.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return unpagedList(rows, toOutcome);
}

/** Stores the outcome of a finding; the finding itself stays as it was signed. */
export async function addOutcome(
  call: AddCall,
  timeZone: string,
): Promise<FindingOutcome | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  addAuditSubject({ outcomeId: body.id });
  const found = await findingWithStudy(db, organizationId, params.id).executeTakeFirst();
  if (found === undefined) return notFound('FINDING_NOT_FOUND');
  // Excludes a deletion of the study or a signature meanwhile.
  await lockStudyOfScan(db, { organizationId, scanId: found.scanId }, 'key share');
  const finding = await findingWithStudy(db, organizationId, params.id)
    .forShare('finding')
    .executeTakeFirst();
  if (finding === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ studyId: finding.studyId, patientId: finding.patientId });
  if (finding.generator !== 'USER') {
    return errorResponse('Conflict', serverMessage('OUTCOME_OF_READER'));
  }
  if (!finding.isReported) return errorResponse('Conflict', serverMessage('OUTCOME_OF_RESEARCH'));
  const error = await dayError(db, { day: body.day, acquiredAt: finding.acquiredAt, timeZone });
  if (error !== null) return error;
  return insertOutcome(call);
}

interface DayRange {
  readonly day: string;
  /** Acquisition of the newest scan; null if unknown, so that any earlier day is accepted. */
  readonly acquiredAt: string | null;
  readonly timeZone: string;
}

/** Returns an error unless the day is one from the study to today, in the time zone of the site. */
async function dayError(
  db: Kysely<Database>,
  { day, acquiredAt, timeZone }: DayRange,
): Promise<ErrorResponse | null> {
  const { rows } = await sql<{ future: SqlBool; studyDay: string | null }>`
    select ${day}::date > (now() at time zone ${timeZone})::date as future,
      (${acquiredAt}::timestamptz at time zone ${timeZone})::date as study_day`.execute(db);
  const studyDay = rows[0]?.studyDay ?? null;
  if (rows[0]?.future === true) {
    return new ValidationErrorResponse([fieldError('day', 'DAY_IN_FUTURE')]);
  }
  return studyDay === null || day >= studyDay
    ? null
    : new ValidationErrorResponse([fieldError('day', 'DAY_BEFORE_STUDY', { day: studyDay })]);
}

/** Inserts the outcome; returns the stored one if the same call was made before. */
async function insertOutcome({
  db,
  params,
  body,
  principal,
}: AddCall): Promise<FindingOutcome | ErrorResponse> {
  const { organizationId } = principal;
  await db
    .insertInto('findingOutcome')
    .values({
      ...body,
      organizationId,
      findingId: params.id,
      createdBy: actorIdOf(principal),
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .execute();
  const stored = await outcomes(db, organizationId)
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const isSame =
    stored.findingId === params.id &&
    stored.deletedAt === null &&
    (['kind', 'result', 'day', 'histology'] as const).every((key) => stored[key] === body[key]);
  return isSame
    ? toOutcome(stored)
    : errorResponse('Conflict', serverMessage('OUTCOME_ID_TAKEN'), { id: body.id });
}

/** Deletes an outcome with a reason; it stays in the history of its finding. */
export async function deleteOutcome(
  call: CallOf<typeof routes.deleteOutcome>,
): Promise<FindingOutcome | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const deleted = await db
    .updateTable('findingOutcome')
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
  const row = await outcomes(db, organizationId).where('id', '=', params.id).executeTakeFirst();
  if (row === undefined) return notFound('OUTCOME_NOT_FOUND');
  addAuditSubject({ findingId: row.findingId });
  return deleted === undefined
    ? errorResponse('Conflict', serverMessage('OUTCOME_DELETED'))
    : toOutcome(row);
}
