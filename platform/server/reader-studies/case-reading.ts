import { type Kysely, sql } from 'kysely';
import type { CaseReading } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { CallPrincipal } from '../http/principal.ts';
import type { CaseReadingRow, ReaderStudyRow } from './reader-study-rows.ts';
import { readCaseScans, sidesOf } from './select-cases.ts';

/** Converts a reading to the contract type; blind annotators get the alias of the study. */
export async function toCaseReading(
  db: Kysely<Database>,
  row: CaseReadingRow,
  readerStudy: Pick<ReaderStudyRow, 'name' | 'noReturn' | 'studyIds'>,
  { blind }: Pick<CallPrincipal, 'blind'>,
): Promise<CaseReading> {
  const { organizationId } = row;
  const study = await db
    .selectFrom('study')
    .select('blindAlias')
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.studyId)
    .executeTakeFirstOrThrow();
  const scans = await readCaseScans(db, organizationId, [row.studyId]);
  const { id, readerStudyId, session, arm, position, startedAt, ratings } = row;
  return {
    ...{ id, readerStudyId, session, arm, position, startedAt, ratings },
    // A case that is open again keeps its completion in the database until it is completed again.
    completedAt: row.endedAt === null ? null : row.completedAt,
    readerStudyName: readerStudy.name,
    studyId: blind ? study.blindAlias : row.studyId,
    sides: [...sidesOf(scans)],
    caseCount: readerStudy.studyIds.length,
    activeSeconds: Math.floor(row.activeMs / 1000),
    noReturn: readerStudy.noReturn,
  };
}

type ReadingCaller = Pick<CallPrincipal, 'organizationId' | 'accountId'>;

const ownReadings = (db: Kysely<Database>, { organizationId, accountId }: ReadingCaller) =>
  db
    .selectFrom('caseReading')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('readerId', '=', accountId);

/** Returns a reading of the caller; undefined for those of others. */
export const ownReading = (
  db: Kysely<Database>,
  caller: ReadingCaller,
  id: string,
): Promise<CaseReadingRow | undefined> =>
  ownReadings(db, caller).where('id', '=', id).executeTakeFirst();

/** Locks a reading of the caller until the transaction ends; undefined for those of others. */
export const lockOwnReading = (
  db: Kysely<Database>,
  caller: ReadingCaller,
  id: string,
): Promise<CaseReadingRow | undefined> =>
  ownReadings(db, caller).where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns the open case of the caller; undefined without one. */
export const openReadingOf = (
  db: Kysely<Database>,
  caller: ReadingCaller,
): Promise<CaseReadingRow | undefined> =>
  ownReadings(db, caller).where('endedAt', 'is', null).executeTakeFirst();

/** Expression of the present time of the database, also within a long transaction. */
export const NOW = sql<string>`clock_timestamp()`;
