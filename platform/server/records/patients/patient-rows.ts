import { type Kysely, type SqlBool, sql } from 'kysely';
import type { BreastDensity, Patient, ReadingState, ScanSide } from '#contracts';
import type { Database, PatientRow } from '../../database/schema.ts';
import {
  CLAIMANT_COLUMNS,
  type ClaimantColumns,
  claimantOf,
  DENSITY,
  READING_STATE,
} from '../shared/reading-columns.ts';
import { patternOf, splitKeywords } from '../shared/search-patterns.ts';
import { storedOf } from '../shared/stored.ts';
import { daysNamedBy } from './birth-dates.ts';

export type ListedPatient = PatientRow &
  ClaimantColumns & {
    readonly sides: readonly ScanSide[] | null;
    readonly breastDensity: BreastDensity | null;
    readonly readingState: ReadingState | null;
  };

/** Reading state of the newest study; null while the patient has no study. */
export const READING_OF_NEWEST = sql<ReadingState | null>`case
  when patient.last_study_id is not null then ${READING_STATE} end`;

/** Selects patients that are not deleted, joined with summary and claim of their newest study. */
export function patientsWithReading(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('patient')
    .leftJoin('studySummary as summary', (join) =>
      join
        .onRef('summary.organizationId', '=', 'patient.organizationId')
        .onRef('summary.studyId', '=', 'patient.lastStudyId'),
    )
    .leftJoin('studyHold as hold', (join) =>
      join
        .onRef('hold.organizationId', '=', 'patient.organizationId')
        .onRef('hold.studyId', '=', 'patient.lastStudyId')
        .on('hold.until', '>', sql<string>`now()`),
    )
    .where('patient.organizationId', '=', organizationId)
    .where('patient.deletedAt', 'is', null);
}

/**
 * Selects the same patients with all response fields: sides of the newest study and its claimant.
 */
export function listedPatients(db: Kysely<Database>, organizationId: string) {
  return patientsWithReading(db, organizationId)
    .leftJoin('account as holder', (join) =>
      join
        .onRef('holder.organizationId', '=', 'hold.organizationId')
        .onRef('holder.id', '=', 'hold.accountId'),
    )
    .selectAll('patient')
    .select([
      'summary.sides',
      DENSITY.as('breastDensity'),
      READING_OF_NEWEST.as('readingState'),
      ...CLAIMANT_COLUMNS,
    ]);
}

/**
 * Returns a condition that a patient matches every word in code, names or birth date; `id` is the
 * column with the patient's id.
 */
export function matchesKeywords(keywords: string, id: 'patient.id' | 'study.patientId') {
  // Longest word first, because the indexes are searched with the first word.
  const words = splitKeywords(keywords).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return sql<SqlBool>`true`;
  const days = words.map(daysNamedBy);
  const [from, to] = [days.map((day) => day?.from ?? null), days.map((day) => day?.to ?? null)];
  return sql<SqlBool>`${sql.ref(id)} in (select search_patient_ids(
    ${words.map(patternOf)}::text[], ${from}::date[], ${to}::date[]))`;
}

export function patientById(db: Kysely<Database>, organizationId: string, id: string) {
  return listedPatients(db, organizationId).where('patient.id', '=', id).executeTakeFirst();
}

export function patientByCode(db: Kysely<Database>, organizationId: string, code: string) {
  return listedPatients(db, organizationId).where('patient.code', '=', code).executeTakeFirst();
}

/** Locks the patient's row until the transaction ends; returns only columns of the table. */
export function lockPatient(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .selectFrom('patient')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function toPatient(row: ListedPatient): Patient {
  return {
    ...storedOf(row),
    code: row.code,
    firstName: row.firstName,
    lastName: row.lastName,
    birthDate: row.birthDate,
    sex: row.sex,
    ethnicity: row.ethnicity,
    cancerHistory: row.cancerHistory,
    riskScore: row.riskScore,
    organization: { id: row.organizationId },
    lastStudyAt: row.lastStudyAt,
    lastStudyId: row.lastStudyId,
    sides: [...(row.sides ?? [])],
    breastDensity: row.breastDensity,
    readingState: row.readingState,
    heldBy: claimantOf(row),
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}
