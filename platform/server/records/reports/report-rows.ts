import type { Kysely, Selectable } from 'kysely';
import type { ReportSummary } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { ReportTable } from '../../database/tables/operations.ts';
import { storedOf } from '../shared/stored.ts';

export type ReportRow = Selectable<ReportTable>;

/** Selects reports that are not discarded, i.e. not soft-deleted. */
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

/**
 * Locks a study, so that only one call at a time creates or signs its reports. Returns undefined
 * for a missing study.
 */
export function lockStudyForReport(db: Kysely<Database>, organizationId: string, studyId: string) {
  return db
    .selectFrom('study')
    .select(['id', 'patientId', 'accessionNumber'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the signed report of a study; at most one exists. */
export function signedReport(db: Kysely<Database>, organizationId: string, studyId: string) {
  return reports(db, organizationId)
    .where('studyId', '=', studyId)
    .where('state', '=', 'SIGNED')
    .executeTakeFirst();
}

/** Returns the open addendum of a study; at most one exists. */
export function openAddendum(db: Kysely<Database>, organizationId: string, studyId: string) {
  return reports(db, organizationId)
    .where('studyId', '=', studyId)
    .where('state', '=', 'ADDENDUM')
    .where('signedAt', 'is', null)
    .executeTakeFirst();
}

/** Returns the newest signed addendum of a study, else its signed report. */
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

/**
 * Returns the next version number of the reports of a study, whose row the caller has locked.
 * Numbers of discarded versions are not used again.
 */
export async function nextReportNumber(
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
