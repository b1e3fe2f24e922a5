import type { Kysely } from 'kysely';
import type { Study } from '#contracts';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { Database, StudyRow } from '../database/schema.ts';
import { storedOf } from './stored.ts';

export function studies(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('study')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
}

/** A blind annotator gets no accession number: it leads to the patient. */
export function toStudy(row: StudyRow, reader: Pick<CallPrincipal, 'blind'>): Study {
  return {
    ...storedOf(row),
    patientId: row.patientId,
    accessionNumber: reader.blind ? null : row.accessionNumber,
  };
}
