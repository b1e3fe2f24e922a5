import { sql } from 'kysely';
import type { AssignedReaderStudy, routes } from '#contracts';
import type { CallOf } from '../http/call.ts';
import { openReadingOf, toCaseReading } from './case-reading.ts';
import { armsOf, nextStep } from './case-schedule.ts';
import {
  type CaseReadingRow,
  databaseNowMs,
  type ReaderStudyRow,
  readerStudies,
  readingsOf,
} from './reader-study-rows.ts';
import { availableCases } from './select-cases.ts';

type Call = CallOf<typeof routes.listAssignedReaderStudies>;

/** Lists the open reader studies of the caller, without their cases. */
export async function listAssigned(call: Call) {
  const { db, principal } = call;
  const { organizationId, accountId } = principal;
  if (accountId === null) return { items: [] };
  const rows = await readerStudies(db, organizationId)
    .where('state', '=', 'OPEN')
    .where(sql<boolean>`reader_ids @> array[${accountId}::uuid]`)
    .orderBy('openedAt')
    .orderBy('id')
    .execute();
  const open = await readableCase(call);
  const items: AssignedReaderStudy[] = [];
  for (const row of rows) items.push(await assigned(call, row, accountId, open));
  return { items };
}

/** Returns the open case of the caller; undefined without one, or if its study was deleted. */
async function readableCase({ db, principal }: Call): Promise<CaseReadingRow | undefined> {
  const open = await openReadingOf(db, principal);
  if (open === undefined) return undefined;
  const available = await availableCases(db, principal.organizationId, [open.studyId]);
  return available.has(open.studyId) ? open : undefined;
}

async function assigned(
  { db, principal }: Call,
  study: ReaderStudyRow,
  readerId: string,
  open: CaseReadingRow | undefined,
): Promise<AssignedReaderStudy> {
  const { organizationId } = principal;
  const readings = await readingsOf(db, organizationId, study.id)
    .where('readerId', '=', readerId)
    .execute();
  const available = await availableCases(db, organizationId, study.studyIds);
  const step = nextStep(study, readerId, readings, available, await databaseNowMs(db));
  const arms = armsOf(study, readerId);
  const session = open?.readerStudyId === study.id ? open.session : step.session;
  const completed = readings.filter((row) => row.completedAt !== null);
  const skipped = readings.filter((row) => row.skippedAt !== null);
  const [last] = completed.toSorted((a, b) =>
    (a.completedAt ?? '') < (b.completedAt ?? '') ? 1 : -1,
  );
  const isLastReadable = last !== undefined && available.has(last.studyId);
  return {
    ...{ id: study.id, name: study.name, session, noReturn: study.noReturn },
    sessions: arms.length,
    arm: arms[session - 1] ?? study.arm,
    completed: completed.filter((row) => row.session === session).length,
    skipped: skipped.filter((row) => row.session === session).length,
    total: study.studyIds.length,
    opensAt: step.kind === 'WASHOUT' ? new Date(step.opensAtMs).toISOString() : null,
    isFinished: step.kind === 'DONE',
    reading:
      open?.readerStudyId === study.id ? await toCaseReading(db, open, study, principal) : null,
    lastReadingId:
      study.noReturn || open !== undefined || !isLastReadable ? null : (last?.id ?? null),
  };
}
