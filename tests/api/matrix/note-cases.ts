import type { listRoutes } from '../../../platform/contracts/routes/administration/list-routes.ts';
import type { noteRoutes } from '../../../platform/contracts/routes/records/note-routes.ts';
import type { Caller, CaseCall, MatrixTenant, RouteCase, RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const ALL_ROLES = ['ADMIN', ...READERS, 'BLIND_ANNOTATOR'] as const;

type Subject = 'patients' | 'studies' | 'findings';

const ownerOf = ({ patientId, studyId, findingId }: MatrixTenant, subject: Subject): string =>
  ({ patients: patientId, studies: studyId, findings: findingId })[subject];

async function newNote(tenant: MatrixTenant, subject: Subject): Promise<string> {
  const path = `/${subject}/${ownerOf(tenant, subject)}/notes`;
  return (await tenant.must('PHYSICIAN', 'POST', path, { body: { text: 'A note' } })).id;
}

/** Creates a note of the caller, because only the author may change a note on a finding. */
async function newNoteOf(caller: Caller, tenant: MatrixTenant, subject: Subject): Promise<string> {
  const noteId = await newNote(tenant, subject);
  await tenant.db
    .updateTable('note')
    .set({ createdBy: caller.accountId })
    .where('organizationId', '=', tenant.organizationId)
    .where('id', '=', noteId)
    .execute();
  return noteId;
}

/** Every call rejects blind annotators, because notes may name the patient. */
function casesOf(subject: Subject, writers: RouteCase['roles']) {
  const body = { text: 'Changed' };
  const changeWith = (content: Pick<CaseCall, 'body'>) => ({
    roles: writers,
    principals: [],
    call: async (tenant: MatrixTenant, caller: Caller) => ({
      params: { id: ownerOf(tenant, subject), noteId: await newNoteOf(caller, tenant, subject) },
      ...content,
    }),
    foreign: foreignIds(subject, content),
  });
  return {
    list: {
      roles: READERS,
      principals: [],
      call: (tenant) => ({ params: { id: ownerOf(tenant, subject) } }),
      foreign: { id: 'theirs' },
    },
    create: {
      roles: writers,
      principals: [],
      call: (tenant) => ({ params: { id: ownerOf(tenant, subject) }, body }),
      foreign: { id: 'theirs' },
    },
    change: changeWith({ body }),
    remove: changeWith({}),
  } as const satisfies Record<string, RouteCase>;
}

/** Calls with the subject or the note of another organization. */
function foreignIds(subject: Subject, content: Pick<CaseCall, 'body'>) {
  return {
    id: async (ownOrg: MatrixTenant, otherOrg: MatrixTenant) => ({
      params: { id: ownerOf(otherOrg, subject), noteId: await newNote(ownOrg, subject) },
      ...content,
    }),
    noteId: async (ownOrg: MatrixTenant, otherOrg: MatrixTenant) => ({
      params: { id: ownerOf(ownOrg, subject), noteId: await newNote(otherOrg, subject) },
      ...content,
    }),
  };
}

const onPatients = casesOf('patients', MAKERS);
const onStudies = casesOf('studies', MAKERS);
const onFindings = casesOf('findings', ['PHYSICIAN']);

export const noteCases: RouteCases<typeof noteRoutes & typeof listRoutes> = {
  listPatientNotes: onPatients.list,
  createPatientNote: onPatients.create,
  updatePatientNote: onPatients.change,
  deletePatientNote: onPatients.remove,
  listStudyNotes: onStudies.list,
  createStudyNote: onStudies.create,
  updateStudyNote: onStudies.change,
  deleteStudyNote: onStudies.remove,
  listFindingNotes: onFindings.list,
  createFindingNote: onFindings.create,
  updateFindingNote: onFindings.change,
  deleteFindingNote: onFindings.remove,
  listLists: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({}),
    foreign: 'contains no id',
  },
  getList: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({ params: { listId: 'BIRADS' } }),
    foreign: { listId: () => ({ params: { listId: 'NO_SUCH_LIST' } }) },
  },
};
