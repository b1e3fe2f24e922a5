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

/** Of the newest study; null while there is none. */
export const READING_OF_NEWEST = sql<ReadingState | null>`case
  when patient.last_study_id is not null then ${READING_STATE} end`;

/** Patients that are not deleted, with how far the reading of the newest study of each is. */
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

/** The same with all that an answer tells: the sides of the newest study, and who reads it. */
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

/** Whether a patient holds every word, in code, names or birth date; `id` is the patient's column. */
export function matchesKeywords(keywords: string, id: 'patient.id' | 'study.patientId') {
  // The indexes are asked by the first one.
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

/** Reads the bare row and keeps others from changing it until the transaction ends. */
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
