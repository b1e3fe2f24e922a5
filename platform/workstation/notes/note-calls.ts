import { type Note, routes } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import type { Result } from '#foundation';
import type { PageQuery } from '#ui';

/** Patient or study that notes belong to. */
export interface NoteSubjectRef {
  readonly kind: 'patients' | 'studies';
  readonly id: string;
}

const CALLS = {
  patients: {
    list: routes.listPatientNotes,
    create: routes.createPatientNote,
    update: routes.updatePatientNote,
    remove: routes.deletePatientNote,
  },
  studies: {
    list: routes.listStudyNotes,
    create: routes.createStudyNote,
    update: routes.updateStudyNote,
    remove: routes.deleteStudyNote,
  },
} as const;

/** API calls for the notes of a patient or study. */
export function noteCalls(api: ApiClient, { kind, id }: NoteSubjectRef) {
  const { list, create, update, remove } = CALLS[kind];
  return {
    list: (page: PageQuery, signal: AbortSignal) =>
      api.call(list, { params: { id }, query: page, signal }),
    create: (text: string, idempotencyKey: string) =>
      api.call(create, { params: { id }, body: { text }, idempotencyKey }),
    update: (note: Note, text: string): Promise<Result<Note, CallProblem>> =>
      api.call(update, {
        params: { id, noteId: note.id },
        body: { text },
        version: note.version,
      }),
    remove: (
      { id: noteId, version }: Note,
      options: { readonly keepalive: boolean },
    ): Promise<Result<Note, CallProblem>> =>
      api.call(remove, { params: { id, noteId }, version, ...options }),
  };
}
