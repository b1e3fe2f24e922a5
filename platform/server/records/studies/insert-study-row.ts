import type { Kysely } from 'kysely';
import type { Database, StudyRow } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { mapUniqueViolation } from '../shared/constraint.ts';
import { createdBy } from '../shared/stored.ts';

/** Answers collected before a scan; an omitted answer is unknown. */
export type Examination = Partial<
  Pick<
    StudyRow,
    | 'indications'
    | 'imagingHistory'
    | 'followUp'
    | 'menopause'
    | 'pregnancy'
    | 'smoking'
    | 'priority'
  >
>;

export interface NewStudy extends Examination {
  readonly id: string;
  readonly patientId: string;
  readonly accessionNumber: string | null;
}

export const DUPLICATE_ACCESSION = {
  study_accession: () =>
    errorResponse('DuplicateAccession', 'Another study has this accession number'),
};

/** Adds a study to a patient of the caller's organization, in the caller's transaction. */
export async function insertStudyRow(
  db: Kysely<Database>,
  principal: CallPrincipal,
  study: NewStudy,
): Promise<StudyRow | ErrorResponse> {
  // The lock serialises this insert with a deletion of the patient.
  const patient = await db
    .selectFrom('patient')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', study.patientId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (patient === undefined) return notFound('The patient');
  return mapUniqueViolation(
    {
      ...DUPLICATE_ACCESSION,
      study_pkey: () => errorResponse('Conflict', 'This study is being made by another call'),
    },
    () =>
      db
        .insertInto('study')
        .values({ ...study, ...createdBy(principal) })
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}
