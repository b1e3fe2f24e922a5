import type { Kysely } from 'kysely';
import type { CallPrincipal } from '../../accounts/principal.ts';
import type { Database, StudyRow } from '../../database/schema.ts';
import { notFound, type Refusal, refuse } from '../../http/refusal.ts';
import { unlessTaken } from '../shared/constraint.ts';
import { createdBy } from '../shared/stored.ts';

/** What is asked before a scan; what is left out is not known. */
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

export const ACCESSION_TAKEN = {
  study_accession: () => refuse('DuplicateAccession', 'Another study has this accession number'),
};

/** Adds a study to a patient of the caller's organization, in the caller's transaction. */
export async function makeStudy(
  db: Kysely<Database>,
  principal: CallPrincipal,
  study: NewStudy,
): Promise<StudyRow | Refusal> {
  // The lock makes a deletion of the patient wait, and this wait for a deletion.
  const patient = await db
    .selectFrom('patient')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', study.patientId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (patient === undefined) return notFound('The patient');
  return unlessTaken(
    {
      ...ACCESSION_TAKEN,
      study_pkey: () => refuse('Conflict', 'This study is being made by another call'),
    },
    () =>
      db
        .insertInto('study')
        .values({ ...study, ...createdBy(principal) })
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}
