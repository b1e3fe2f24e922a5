import type { CaseReading, ReadingRatings, routes } from '#contracts';
import { serverMessage } from '#contracts';
import { sameValue } from '#findings';
import { newId } from '#foundation';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { mapUniqueViolation } from '../records/shared/map-unique-violation.ts';
import { validationError } from '../records/shared/site-lists.ts';
import { lockOwnReading, NOW, openReadingOf, ownReading, toCaseReading } from './case-reading.ts';
import { nextStep } from './case-schedule.ts';
import { checkRatings } from './check-ratings.ts';
import { creditedMs } from './credited-ms.ts';
import { readOwnFindings } from './read-own-findings.ts';
import {
  databaseNowMs,
  lockReaderStudy,
  type ReaderStudyRow,
  readerStudyById,
  readingsOf,
} from './reader-study-rows.ts';
import { availableCases, readCaseScans, sidesOf } from './select-cases.ts';

type ConflictCode =
  | 'READING_ALL_DONE'
  | 'READING_COMPLETED'
  | 'READING_NO_SCANS'
  | 'READER_STUDY_NOT_OPEN';
const conflict = (code: ConflictCode) => errorResponse('Conflict', serverMessage(code));
const ANOTHER_OPEN = () => errorResponse('Conflict', serverMessage('READING_OPEN'));

/** Formats a time for people: `2026-03-29 10:00 UTC`. */
const timeText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Opens the next case of the caller in a reader study. */
export async function startReading(
  call: CallOf<typeof routes.startReading>,
): Promise<CaseReading | ErrorResponse> {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId, accountId } = principal;
  const study = await lockReaderStudy(db, organizationId, params.id, 'share');
  if (study === undefined || accountId === null || !study.readerIds.includes(accountId))
    return notFound('READER_STUDY_NOT_FOUND');
  if (study.state !== 'OPEN') return conflict('READER_STUDY_NOT_OPEN');
  if (await hasOpenReading(call)) return ANOTHER_OPEN();
  const step = nextStep(
    study,
    accountId,
    await readingsOf(db, organizationId, study.id).where('readerId', '=', accountId).execute(),
    await availableCases(db, organizationId, study.studyIds),
    await databaseNowMs(db),
  );
  if (step.kind === 'DONE') return conflict('READING_ALL_DONE');
  if (step.kind === 'WASHOUT') {
    const values = { opensAt: timeText(step.opensAtMs) };
    return errorResponse('Conflict', serverMessage('READING_WASHOUT', values));
  }
  const { session, arm, position, studyId } = step;
  // Of two calls at once only one inserts its row or opens an ended one.
  const row = await mapUniqueViolation({ case_reading_one_open: ANOTHER_OPEN }, () =>
    db
      .insertInto('caseReading')
      .values({
        ...{ organizationId, id: newId(), readerStudyId: study.id, readerId: accountId },
        ...{ studyId, session, arm, position, ratings: null, findings: null },
      })
      .onConflict((of) =>
        of
          .columns(['organizationId', 'readerStudyId', 'readerId', 'session', 'studyId'])
          .doUpdateSet({ endedAt: null, reportedAt: NOW })
          .where('caseReading.endedAt', 'is not', null),
      )
      .returningAll()
      .executeTakeFirst(),
  );
  if (row === undefined) return ANOTHER_OPEN();
  if (!('studyId' in row)) return row;
  addAuditSubject({ readingId: row.id, studyId });
  return toCaseReading(db, row, study, principal);
}

/** Returns whether the caller has an open case; ends that of a study that was deleted meanwhile. */
async function hasOpenReading({
  db,
  principal,
}: Pick<CallOf<typeof routes.startReading>, 'db' | 'principal'>): Promise<boolean> {
  const { organizationId } = principal;
  const open = await openReadingOf(db, principal);
  if (open === undefined) return false;
  const available = await availableCases(db, organizationId, [open.studyId]);
  if (available.size > 0) return true;
  await db
    .updateTable('caseReading')
    .set({ endedAt: NOW })
    .where('organizationId', '=', organizationId)
    .where('id', '=', open.id)
    .execute();
  return false;
}

/** Reading of the caller that is open, with its reader study. */
async function openReading({
  db,
  params,
  principal,
}: Pick<CallOf<typeof routes.completeReading>, 'db' | 'params' | 'principal'>) {
  const row = await lockOwnReading(db, principal, params.id);
  if (row === undefined) return notFound('READING_NOT_FOUND');
  if (row.endedAt !== null)
    return conflict(row.completedAt === null ? 'READER_STUDY_NOT_OPEN' : 'READING_COMPLETED');
  const study = await readerStudyById(db, principal.organizationId, row.readerStudyId);
  return study === undefined ? notFound('READER_STUDY_NOT_FOUND') : { row, study };
}

/** Ends the open case without a rating; without return it is skipped, else it can be continued. */
export async function leaveReading(
  call: CallOf<typeof routes.leaveReading>,
): Promise<CaseReading | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const found = await openReading(call);
  if (!('row' in found)) return found;
  const { row, study } = found;
  addAuditSubject({ readerStudyId: study.id, studyId: row.studyId });
  const added = creditedMs(body.activeMs, Date.parse(row.reportedAt), await databaseNowMs(db));
  const isSkipped = study.noReturn && row.completedAt === null;
  const left = await db
    .updateTable('caseReading')
    .set({ activeMs: row.activeMs + added, reportedAt: NOW, endedAt: NOW })
    .$if(isSkipped, (update) => update.set({ skippedAt: NOW }))
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCaseReading(db, left, study, principal);
}

/** Adds active time to the open case. */
export async function reportReadingTime(
  call: CallOf<typeof routes.reportReadingTime>,
): Promise<CaseReading | ErrorResponse> {
  const { db, body, principal } = call;
  const found = await openReading(call);
  if (!('row' in found)) return found;
  const { row, study } = found;
  const added = creditedMs(body.activeMs, Date.parse(row.reportedAt), await databaseNowMs(db));
  const changed = await db
    .updateTable('caseReading')
    .set({ activeMs: row.activeMs + added, reportedAt: NOW })
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCaseReading(db, changed, study, principal);
}

/** Stores the ratings and the findings as they are now, and closes the case. */
export async function completeReading(
  call: CallOf<typeof routes.completeReading>,
): Promise<CaseReading | ErrorResponse> {
  const { db, principal, addAuditSubject } = call;
  const { activeMs, ...ratings } = call.body;
  const { organizationId } = principal;
  const repeated = await repeatedCompletion(call, ratings);
  if (repeated !== null) return repeated;
  const found = await openReading(call);
  if (!('row' in found)) return found;
  const { row, study } = found;
  const own = await readOwnFindings(db, row);
  const scans = await readCaseScans(db, organizationId, [row.studyId]);
  if (scans.length === 0) return conflict('READING_NO_SCANS');
  const ownIds = own.map(({ findingId }) => findingId);
  if (ratings.findings.some(({ findingId }) => !ownIds.includes(findingId)))
    return notFound('FINDING_NOT_FOUND');
  const missing = validationError(checkRatings(ratings, sidesOf(scans), ownIds));
  if (missing !== null) return missing;
  addAuditSubject({ readerStudyId: study.id, studyId: row.studyId });
  const scored = own.map((finding) => ({
    ...finding,
    suspicion:
      ratings.findings.find(({ findingId }) => findingId === finding.findingId)?.suspicion ?? 0,
  }));
  const added = creditedMs(activeMs, Date.parse(row.reportedAt), await databaseNowMs(db));
  const completed = await db
    .updateTable('caseReading')
    .set({
      ...{ activeMs: row.activeMs + added, reportedAt: NOW, endedAt: NOW, completedAt: NOW },
      ratings: JSON.stringify(ratings),
      findings: JSON.stringify(scored),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCaseReading(db, completed, study, principal);
}

/** Returns the reading if an earlier call whose answer was lost has completed it with these ratings. */
async function repeatedCompletion(
  { db, params, principal }: CallOf<typeof routes.completeReading>,
  ratings: ReadingRatings,
): Promise<CaseReading | null> {
  const row = await lockOwnReading(db, principal, params.id);
  if (row === undefined || row.endedAt === null || row.completedAt === null) return null;
  if (!sameValue(row.ratings, ratings)) return null;
  const study = await readerStudyById(db, principal.organizationId, row.readerStudyId);
  return study === undefined ? null : toCaseReading(db, row, study, principal);
}

/** Opens the last completed case again, with its ratings, if the reader study permits it. */
export async function reopenReading(
  call: CallOf<typeof routes.reopenReading>,
): Promise<CaseReading | ErrorResponse> {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const found = await ownReading(db, principal, params.id);
  if (found === undefined) return notFound('READING_NOT_FOUND');
  // Locks the reader study first, as closing does.
  const study = await lockReaderStudy(db, organizationId, found.readerStudyId, 'share');
  const row = await lockOwnReading(db, principal, params.id);
  if (study === undefined || row === undefined) return notFound('READER_STUDY_NOT_FOUND');
  const rejected = await rejectReopening(call, study);
  if (rejected !== null) return rejected;
  addAuditSubject({ readerStudyId: study.id, studyId: row.studyId });
  const opened = await mapUniqueViolation({ case_reading_one_open: ANOTHER_OPEN }, () =>
    db
      .updateTable('caseReading')
      .set({ endedAt: null, reportedAt: NOW })
      .where('organizationId', '=', organizationId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return 'studyId' in opened ? toCaseReading(db, opened, study, principal) : opened;
}

async function rejectReopening(
  call: CallOf<typeof routes.reopenReading>,
  study: ReaderStudyRow,
): Promise<ErrorResponse | null> {
  if (study.state !== 'OPEN') return conflict('READER_STUDY_NOT_OPEN');
  if (study.noReturn) return errorResponse('Conflict', serverMessage('READING_NO_RETURN'));
  const { db, params, principal } = call;
  if (await hasOpenReading(call)) return ANOTHER_OPEN();
  const last = await readingsOf(db, principal.organizationId, study.id)
    .where('readerId', '=', principal.accountId)
    .where('completedAt', 'is not', null)
    .clearOrderBy()
    .orderBy('completedAt', 'desc')
    .executeTakeFirst();
  if (last?.id !== params.id) return errorResponse('Conflict', serverMessage('READING_NOT_LAST'));
  const available = await availableCases(db, principal.organizationId, [last.studyId]);
  return available.size > 0 ? null : conflict('READING_NO_SCANS');
}
