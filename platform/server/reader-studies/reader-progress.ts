import type { Kysely } from 'kysely';
import type { ReaderProgress } from '#contracts';
import { colleaguesOf } from '../accounts/account-rows.ts';
import type { Database } from '../database/schema.ts';
import type { PseudonymOf } from '../datasets/index.ts';
import { armsOf, casesLeft, washoutEndMs } from './case-schedule.ts';
import { type CaseReadingRow, type ReaderStudyRow, readingsOf } from './reader-study-rows.ts';
import { availableCases } from './select-cases.ts';

/** Returns the progress of each reader in each session. */
export async function readerProgress(
  db: Kysely<Database>,
  study: ReaderStudyRow,
  pseudonymOf: PseudonymOf,
): Promise<ReaderProgress[]> {
  const { organizationId, readerIds } = study;
  const names = await readerNames(db, study);
  const readings = await readingsOf(db, organizationId, study.id).execute();
  const available = await availableCases(db, organizationId, study.studyIds);
  return readerIds.flatMap((readerId) => {
    const ofReader = readings.filter((reading) => reading.readerId === readerId);
    const isDone = (session: number): boolean =>
      casesLeft(study, session, ofReader, available).size === 0;
    return armsOf(study, readerId).map((arm, idx): ReaderProgress => {
      const ofSession = ofReader.filter(({ session }) => session === idx + 1);
      return {
        ...{ readerId, arm, session: idx + 1, total: study.studyIds.length },
        reader: names.get(readerId) ?? readerId,
        pseudonym: pseudonymOf('reader', readerId),
        completed: ofSession.filter(({ completedAt }) => completedAt !== null).length,
        skipped: ofSession.filter(({ skippedAt }) => skippedAt !== null).length,
        isFinished: isDone(idx + 1),
        isReading: ofSession.some(({ endedAt }) => endedAt === null),
        activeSeconds: Math.floor(ofSession.reduce((sum, row) => sum + row.activeMs, 0) / 1000),
        opensAt: idx === 0 || !isDone(1) ? null : opensAt(study, ofReader),
      };
    });
  });
}

/** Returns the names of the readers by account id. */
export async function readerNames(
  db: Kysely<Database>,
  { organizationId, readerIds }: ReaderStudyRow,
): Promise<ReadonlyMap<string, string>> {
  const readers = await colleaguesOf(db, organizationId, readerIds);
  return new Map(readers.map(({ id, name }) => [id, name]));
}

/** Returns the time at which session 2 opens after the end of session 1. */
function opensAt(study: ReaderStudyRow, readings: readonly CaseReadingRow[]): string | null {
  const endMs = washoutEndMs(study, readings);
  return endMs === null ? null : new Date(endMs).toISOString();
}
