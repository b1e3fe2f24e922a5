import type { Kysely } from 'kysely';
import type { Note, NoteSubject } from '#contracts';
import type { Database, NoteRow } from '../database/schema.ts';
import type { CallPrincipal } from '../http/principal.ts';
import { findings } from './findings/finding-rows.ts';
import { storedOf } from './shared/stored.ts';
import { studies } from './studies/study-rows.ts';

/** Record that a note belongs to. */
export interface NoteOwner {
  readonly subject: NoteSubject;
  readonly id: string;
}

/** Column of a note that holds the owner's id, by kind of owner. */
export const OWNER_COLUMN = {
  patients: 'patientId',
  studies: 'studyId',
  findings: 'findingId',
} as const;

/** Selects the notes of an owner that are not deleted. */
export function notesOf(db: Kysely<Database>, organizationId: string, owner: NoteOwner) {
  return db
    .selectFrom('note')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subject', '=', owner.subject)
    .where(OWNER_COLUMN[owner.subject], '=', owner.id)
    .where('deletedAt', 'is', null);
}

/** Returns whether the owner exists, is not deleted and is visible to the reader. */
export async function ownerExists(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { subject, id }: NoteOwner,
): Promise<boolean> {
  const { organizationId } = principal;
  switch (subject) {
    case 'patients': {
      const patient = await db
        .selectFrom('patient')
        .select('id')
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      return patient !== undefined;
    }
    case 'studies': {
      const study = await studies(db, organizationId).where('study.id', '=', id).executeTakeFirst();
      return study !== undefined;
    }
    case 'findings': {
      const finding = await findings(db, principal)
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      return finding !== undefined;
    }
  }
}

export function toNote(row: NoteRow): Note {
  const id = row[OWNER_COLUMN[row.subject]] ?? '';
  return {
    ...storedOf(row),
    entityRow: { kind: row.subject, id },
    text: row.text,
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}
