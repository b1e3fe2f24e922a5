import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import type { Database, StudyRow } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { mapUniqueViolation } from '../shared/map-unique-violation.ts';
import { createdBy } from '../shared/stored.ts';

/** Answers about the patient that are collected before a scan; an omitted field is unknown. */
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
  /** JSON text of the palpable places. */
  readonly palpable?: string;
  readonly id: string;
  readonly patientId: string;
  readonly accessionNumber: string | null;
}

/** Errors by the name of the violated constraint. */
export const DUPLICATE_ACCESSION = {
  study_accession: () => errorResponse('DuplicateAccession', serverMessage('ACCESSION_TAKEN')),
};

/** Adds a study to a patient of the caller's organization, in the caller's transaction. */
export async function insertStudyRow(
  db: Kysely<Database>,
  principal: CallPrincipal,
  study: NewStudy,
): Promise<StudyRow | ErrorResponse> {
  // Locks the patient, so that a concurrent call cannot delete the patient before the insert
  // commits.
  const patient = await db
    .selectFrom('patient')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', study.patientId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (patient === undefined) return notFound('PATIENT_NOT_FOUND');
  return mapUniqueViolation(
    {
      ...DUPLICATE_ACCESSION,
      study_pkey: () => errorResponse('Conflict', serverMessage('STUDY_BEING_CREATED')),
    },
    () =>
      db
        .insertInto('study')
        .values({ ...study, ...createdBy(principal) })
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}
