import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Patient, ScanSide } from '#contracts';
import type { Database, PatientRow } from '../database/schema.ts';
import type { PlaceInList } from './paging.ts';
import { storedOf } from './stored.ts';

export type ListedPatient = PatientRow & {
  readonly lastStudyAt: string | null;
  readonly lastStudyId: string | null;
  readonly sides: readonly ScanSide[];
};

/** Patients that are not deleted, each with its newest study and the sides that one holds. */
export function listedPatients(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('patient')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('study')
          .select(['study.id as lastStudyId', 'study.createdAt as lastStudyAt'])
          .whereRef('study.organizationId', '=', 'patient.organizationId')
          .whereRef('study.patientId', '=', 'patient.id')
          .where('study.deletedAt', 'is', null)
          .orderBy('study.createdAt', 'desc')
          .orderBy('study.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('patient')
    .select(['newest.lastStudyAt', 'newest.lastStudyId'])
    .select(
      sql<ScanSide[]>`array(
        select distinct laterality from scan
        where scan.organization_id = patient.organization_id
          and scan.study_id = newest.last_study_id and scan.deleted_at is null
        order by laterality desc)`.as('sides'),
    )
    .where('patient.organizationId', '=', organizationId)
    .where('patient.deletedAt', 'is', null);
}

/** What each word looks for, somewhere in code or names; case does not matter. */
export function patternsOf(keywords: string): readonly string[] {
  return keywords
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}

/** Whether a patient holds every word; `id` is the column that names the patient. */
export function holdsEvery(keywords: string, id: 'patient.id' | 'study.patientId') {
  const patterns = patternsOf(keywords);
  return patterns.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(id)} in (select search_patient_ids(${patterns}::text[]))`;
}

export async function patientPage(
  db: Kysely<Database>,
  organizationId: string,
  keywords: string,
  after: PlaceInList | null,
  limit: number,
): Promise<{ rows: ListedPatient[]; total: number }> {
  const found = holdsEvery(keywords, 'patient.id');
  let page = listedPatients(db, organizationId).where(found);
  if (after !== null) {
    page = page.where(
      sql<SqlBool>`(patient.created_at, patient.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    );
  }
  const rows = await page
    .orderBy('patient.createdAt', 'desc')
    .orderBy('patient.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await db
    .selectFrom('patient')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where(found)
    .executeTakeFirstOrThrow();
  return { rows, total };
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
    sides: [...row.sides],
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}
