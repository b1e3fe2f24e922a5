import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { type NoteSubject, routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, errorResponse, notFound, versionConflict } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import { notesOf, OWNER_COLUMN, ownerExists, toNote } from './note-rows.ts';
import { pageOf, parseListCursor } from './shared/paging.ts';
import { publishPatientChange, publishStudyChange } from './shared/publish-study-change.ts';
import { changedBy, createdBy, deletedBy } from './shared/stored.ts';
import { withheldError } from './shared/withheld-error.ts';

type ListCall = CallOf<typeof routes.listPatientNotes>;
type CreateCall = CallOf<typeof routes.createPatientNote>;
type UpdateCall = CallOf<typeof routes.updatePatientNote>;
type DeleteCall = CallOf<typeof routes.deletePatientNote>;

type NoteDeps = RouteDeps & EventDeps;
type EventDeps = Pick<ServerDeps, 'scanChanged' | 'studyChanged'>;

export function registerNoteRoutes(server: FastifyInstance, deps: NoteDeps): void {
  const { listPatientNotes, createPatientNote, updatePatientNote, deletePatientNote } = routes;
  bindRoute(server, deps, listPatientNotes, (call) => list('patients', call));
  bindRoute(server, deps, createPatientNote, (call) => create(deps, 'patients', call));
  bindRoute(server, deps, updatePatientNote, (call) => update(deps, 'patients', call));
  bindRoute(server, deps, deletePatientNote, (call) => remove(deps, 'patients', call));
  const { listStudyNotes, createStudyNote, updateStudyNote, deleteStudyNote } = routes;
  bindRoute(server, deps, listStudyNotes, (call) => list('studies', call));
  bindRoute(server, deps, createStudyNote, (call) => create(deps, 'studies', call));
  bindRoute(server, deps, updateStudyNote, (call) => update(deps, 'studies', call));
  bindRoute(server, deps, deleteStudyNote, (call) => remove(deps, 'studies', call));
  const { listFindingNotes, createFindingNote, updateFindingNote, deleteFindingNote } = routes;
  bindRoute(server, deps, listFindingNotes, (call) => list('findings', call));
  bindRoute(server, deps, createFindingNote, (call) => create(deps, 'findings', call));
  bindRoute(server, deps, updateFindingNote, (call) => update(deps, 'findings', call));
  bindRoute(server, deps, deleteFindingNote, (call) => remove(deps, 'findings', call));
}

async function list(subject: NoteSubject, call: ListCall) {
  const { db, params, query, principal } = call;
  const error = await accessError(subject, call);
  if (error !== null) return error;
  const after = parseListCursor(query.cursor);
  if (after instanceof ErrorResponse) return after;
  const notes = notesOf(db, principal.organizationId, { subject, id: params.id });
  const { total } = await notes
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page =
    after === null
      ? notes
      : notes.where(
          sql<SqlBool>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        );
  const rows = await page
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  return pageOf(rows, query.limit, total, toNote);
}

async function create(deps: EventDeps, subject: NoteSubject, call: CreateCall) {
  const { db, params, body, principal, addAuditSubject } = call;
  const error = await accessError(subject, call);
  if (error !== null) return error;
  const noteId = newId();
  addAuditSubject({ noteId });
  const ownerColumns = { patientId: null, studyId: null, findingId: null };
  const row = await db
    .insertInto('note')
    .values({
      ...ownerColumns,
      [OWNER_COLUMN[subject]]: params.id,
      id: noteId,
      subject,
      text: body.text,
      ...createdBy(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishNotes(deps, subject, call);
  return toNote(row);
}

function update(deps: EventDeps, subject: NoteSubject, call: UpdateCall) {
  const { text } = call.body;
  return change(deps, subject, call, { text, ...changedBy(call.principal) });
}

function remove(deps: EventDeps, subject: NoteSubject, call: DeleteCall) {
  return change(deps, subject, call, deletedBy(call.principal));
}

async function change(
  deps: EventDeps,
  subject: NoteSubject,
  call: Pick<DeleteCall, 'db' | 'params' | 'principal' | 'version' | 'afterCommit'>,
  values: ReturnType<typeof deletedBy> | (ReturnType<typeof changedBy> & { readonly text: string }),
) {
  const { db, params, principal, version } = call;
  const error = await accessError(subject, call);
  if (error !== null) return error;
  const { organizationId } = principal;
  const stored = await notesOf(db, organizationId, { subject, id: params.id })
    .where('id', '=', params.noteId)
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) return notFound('NOTE_NOT_FOUND');
  // Readers discuss a finding by notes, so others can't change a reader's words.
  if (subject === 'findings' && stored.createdBy !== actorIdOf(principal)) {
    return errorResponse('Forbidden', serverMessage('NOTE_OF_OTHER_USER'));
  }
  if (version !== null && version !== stored.version) return versionConflict(toNote(stored));
  const row = await db
    .updateTable('note')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.noteId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishNotes(deps, subject, call);
  return toNote(row);
}

/** Publishes changed notes to the pages that show the record; messages contain no text. */
async function publishNotes(
  deps: EventDeps,
  subject: NoteSubject,
  call: Pick<CreateCall, 'db' | 'params' | 'principal' | 'afterCommit'>,
): Promise<void> {
  const { db, params, principal, afterCommit } = call;
  const { organizationId } = principal;
  if (subject === 'patients') return publishPatientChange(deps, call, params.id);
  if (subject === 'studies') return publishStudyChange(deps, call, params.id);
  const { scanId } = await db
    .selectFrom('finding')
    .select('scanId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .executeTakeFirstOrThrow();
  afterCommit(() => deps.scanChanged.emit({ organizationId, scanId, what: 'NOTES' }));
}

/**
 * Returns null if the caller may access the owner's notes, otherwise an error. Blind annotators may
 * access no notes, because free text may name the patient.
 */
async function accessError(
  subject: NoteSubject,
  { db, params, principal }: Pick<ListCall, 'db' | 'params' | 'principal'>,
): Promise<ErrorResponse | null> {
  if (principal.blind) return withheldError();
  const exists = await ownerExists(db, principal, { subject, id: params.id });
  return exists ? null : notFound('NOTE_TARGET_NOT_FOUND');
}
