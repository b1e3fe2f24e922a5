import * as z from 'zod';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { noteFieldsSchema, noteSchema } from '../../entities/records/note.ts';
import type { NoteSubject } from '../../enumerations.ts';
import type { Feature } from '../../permissions.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const byNote = z.object({ id: idSchema, noteId: idSchema });

interface Access {
  readonly view: readonly Feature[];
  readonly write: readonly Feature[];
  /** True if only the author may change and delete a note. */
  readonly ownOnly?: boolean;
}

/** Returns the four routes of notes on one subject, all closed to blind annotators. */
function noteRoutesOf(subject: NoteSubject, { view, write, ownOnly = false }: Access) {
  const notePath = `/${subject}/{id}/notes/{noteId}`;
  return {
    list: defineRoute({
      method: 'GET',
      path: `/${subject}/{id}/notes`,
      summary: 'Notes that are not deleted, newest first',
      access: view,
      principals: [],
      params: byId,
      query: pageQuerySchema,
      response: pageSchema(noteSchema),
    }),
    create: defineRoute({
      method: 'POST',
      path: `/${subject}/{id}/notes`,
      summary: 'Write a note',
      access: write,
      principals: [],
      params: byId,
      body: noteFieldsSchema,
      response: noteSchema,
    }),
    update: defineRoute({
      method: 'PUT',
      path: notePath,
      summary: ownOnly ? 'Change an own note' : 'Change a note',
      access: write,
      principals: [],
      params: byNote,
      body: noteFieldsSchema,
      response: noteSchema,
      ifMatch: 'optional',
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: notePath,
      summary: ownOnly ? 'Soft delete of an own note' : 'Soft delete of a note',
      access: write,
      principals: [],
      params: byNote,
      response: noteSchema,
      ifMatch: 'optional',
    }),
  };
}

const onPatients = noteRoutesOf('patients', { view: ['PATIENT_VIEW'], write: ['PATIENT_CREATE'] });
const onStudies = noteRoutesOf('studies', { view: ['STUDY_VIEW'], write: ['STUDY_CREATE'] });
const onFindings = noteRoutesOf('findings', {
  view: ['ANTN_VIEW'],
  write: ['ANTN_CREATE'],
  ownOnly: true,
});

/** Routes of notes on patients, studies and findings. */
export const noteRoutes = {
  listPatientNotes: onPatients.list,
  createPatientNote: onPatients.create,
  updatePatientNote: onPatients.update,
  deletePatientNote: onPatients.remove,
  listStudyNotes: onStudies.list,
  createStudyNote: onStudies.create,
  updateStudyNote: onStudies.update,
  deleteStudyNote: onStudies.remove,
  listFindingNotes: onFindings.list,
  createFindingNote: onFindings.create,
  updateFindingNote: onFindings.update,
  deleteFindingNote: onFindings.remove,
};
