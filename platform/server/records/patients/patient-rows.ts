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

/** Patient with sides, density, reading state and claimant of the newest study. */
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
    .leftJoin('studyClaim as claim', (join) =>
      join
        .onRef('claim.organizationId', '=', 'patient.organizationId')
        .onRef('claim.studyId', '=', 'patient.lastStudyId')
        .on('claim.until', '>', sql<string>`now()`),
    )
    .where('patient.organizationId', '=', organizationId)
    .where('patient.deletedAt', 'is', null);
}

/**
 * Selects the patients of `patientsWithReading` with all response fields, which include sides,
 * density, reading state and claimant of their newest study.
 */
export function listedPatients(db: Kysely<Database>, organizationId: string) {
  return patientsWithReading(db, organizationId)
    .leftJoin('account as claimant', (join) =>
      join
        .onRef('claimant.organizationId', '=', 'claim.organizationId')
        .onRef('claimant.id', '=', 'claim.accountId'),
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
 * Returns a condition that every word occurs in the patient's code, names or birth date. `id` is
 * the column with the patient's id.
 */
export function matchesKeywords(keywords: string, id: 'patient.id' | 'study.patientId') {
  // Longest word first, because `search_patient_ids` looks up only the first word in the indexes.
  const words = splitKeywords(keywords).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return sql<SqlBool>`true`;
  const days = words.map(daysNamedBy);
  const firstDays = days.map((range) => range?.from ?? null);
  const lastDays = days.map((range) => range?.to ?? null);
  return sql<SqlBool>`${sql.ref(id)} in (select search_patient_ids(
    ${words.map(patternOf)}::text[], ${firstDays}::date[], ${lastDays}::date[]))`;
}

/** Returns undefined for a missing or deleted patient. */
export function patientById(db: Kysely<Database>, organizationId: string, id: string) {
  return listedPatients(db, organizationId).where('patient.id', '=', id).executeTakeFirst();
}

/** Returns undefined when no patient has the code, or only a deleted patient. */
export function patientByCode(db: Kysely<Database>, organizationId: string, code: string) {
  return listedPatients(db, organizationId).where('patient.code', '=', code).executeTakeFirst();
}

/**
 * Locks the patient's row until the transaction ends; returns the columns of the table `patient`.
 */
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
    claimedBy: claimantOf(row),
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}
