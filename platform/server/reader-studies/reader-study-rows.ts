import { type Kysely, type Selectable, sql } from 'kysely';
import type { ReaderStudy } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { CaseReadingTable, ReaderStudyTable } from '../database/tables/reader-studies.ts';
import { storedOf } from '../records/shared/stored.ts';

export type ReaderStudyRow = Selectable<ReaderStudyTable> & {
  readonly completed: number;
  readonly skipped: number;
};
export type CaseReadingRow = Selectable<CaseReadingTable>;

/** Number of readings of a reader study that ended in this way. */
const countOf = (end: 'completed_at' | 'skipped_at') => sql<number>`(
  select count(*)::integer from case_reading
  where case_reading.organization_id = reader_study.organization_id
    and case_reading.reader_study_id = reader_study.id
    and ${sql.ref(`case_reading.${end}`)} is not null)`;

/** Selects the reader studies of an organization with their completed and skipped readings. */
export const readerStudies = (db: Kysely<Database>, organizationId: string) =>
  db
    .selectFrom('readerStudy')
    .selectAll()
    .select([countOf('completed_at').as('completed'), countOf('skipped_at').as('skipped')])
    .where('organizationId', '=', organizationId);

/** Returns undefined for a missing reader study. */
export const readerStudyById = (db: Kysely<Database>, organizationId: string, id: string) =>
  readerStudies(db, organizationId).where('id', '=', id).executeTakeFirst();

/** Locks a reader study until the transaction ends; `share` permits other readers of the row. */
export async function lockReaderStudy(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
  mode: 'share' | 'update',
): Promise<ReaderStudyRow | undefined> {
  const rows = db
    .selectFrom('readerStudy')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id);
  await (mode === 'share' ? rows.forShare() : rows.forUpdate()).execute();
  return readerStudyById(db, organizationId, id);
}

/** Returns the number of sessions of each reader. */
export const sessionsOf = ({ design }: Pick<ReaderStudyRow, 'design'>): number =>
  design === 'CROSSOVER' ? 2 : 1;

/** Converts a row to the contract type. */
export function toReaderStudy(row: ReaderStudyRow): ReaderStudy {
  const { name, design, arm, washoutDays, noReturn, state, filter, readerIds, seed } = row;
  return {
    ...storedOf(row),
    ...{ name, design, arm, washoutDays, noReturn, state, filter, readerIds, seed },
    order: row.caseOrder,
    caseCount: row.studyIds.length,
    completed: row.completed,
    skipped: row.skipped,
    planned: row.studyIds.length * readerIds.length * sessionsOf(row),
    openedAt: row.openedAt,
    closedAt: row.closedAt,
  };
}

/** Selects the readings of a reader study, those of a reader in the order of their start. */
export const readingsOf = (db: Kysely<Database>, organizationId: string, readerStudyId: string) =>
  db
    .selectFrom('caseReading')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('readerStudyId', '=', readerStudyId)
    .orderBy('readerId')
    .orderBy('session')
    .orderBy('startedAt')
    .orderBy('id');

/** Returns the time of the database, by which starts, washouts and active times are measured. */
export async function databaseNowMs(db: Kysely<Database>): Promise<number> {
  const { now } = await db
    .selectNoFrom(sql<string>`clock_timestamp()`.as('now'))
    .executeTakeFirstOrThrow();
  return Date.parse(now);
}
