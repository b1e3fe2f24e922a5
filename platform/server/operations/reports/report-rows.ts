import type { Kysely, Selectable } from 'kysely';
import type { ReportSummary } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { ReportTable } from '../../database/tables/operations.ts';
import { storedOf } from '../../records/shared/stored.ts';

export type ReportRow = Selectable<ReportTable>;

/** Reports that are not discarded. */
export function reports(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('report')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
}

export function reportById(db: Kysely<Database>, organizationId: string, id: string) {
  return reports(db, organizationId).where('id', '=', id).executeTakeFirst();
}

/** A study that reports are written on; locked, so that one act at a time counts and signs. */
export function lockStudy(db: Kysely<Database>, organizationId: string, studyId: string) {
  return db
    .selectFrom('study')
    .select(['id', 'patientId', 'accessionNumber'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The signed report of a study, which there is one of at most. */
export function signedReport(db: Kysely<Database>, organizationId: string, studyId: string) {
  return reports(db, organizationId)
    .where('studyId', '=', studyId)
    .where('state', '=', 'SIGNED')
    .executeTakeFirst();
}

/** The addendum that is being written, which there is one of at most. */
export function openAddendum(db: Kysely<Database>, organizationId: string, studyId: string) {
  return reports(db, organizationId)
    .where('studyId', '=', studyId)
    .where('state', '=', 'ADDENDUM')
    .where('signedAt', 'is', null)
    .executeTakeFirst();
}

/** The signed report of a study or its newest signed addendum. */
export function lastSigned(db: Kysely<Database>, organizationId: string, studyId: string) {
  return db
    .selectFrom('report')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', studyId)
    .where('signedAt', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function toSummary(row: ReportRow): ReportSummary {
  return {
    ...storedOf(row),
    study: { id: row.studyId },
    patientId: row.patientId,
    number: row.number,
    state: row.state,
    parentId: row.parentId,
    preliminaryAt: row.preliminaryAt,
    preliminaryBy: row.preliminaryBy,
    signedAt: row.signedAt,
    signedBy: row.signedBy,
  };
}

/** The next number of a version in its study, whose row the caller has locked. Discarded ones count. */
export async function nextNumber(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
): Promise<number> {
  const { last } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', studyId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
