import type { listRoutes } from '../../../platform/contracts/routes/administration/list-routes.ts';
import type { noteRoutes } from '../../../platform/contracts/routes/records/note-routes.ts';
import type { MatrixClinic, RouteCase, RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const EVERYONE = ['ADMIN', ...READERS, 'BLIND_ANNOTATOR'] as const;

type Subject = 'patients' | 'studies' | 'findings';

const ownerOf = ({ patientId, studyId, findingId }: MatrixClinic, subject: Subject): string =>
  ({ patients: patientId, studies: studyId, findings: findingId })[subject];

async function aNote(clinic: MatrixClinic, subject: Subject): Promise<string> {
  const path = `/${subject}/${ownerOf(clinic, subject)}/notes`;
  return (await clinic.must('PHYSICIAN', 'POST', path, { body: { text: 'A note' } })).id;
}

/** Notes may name the patient: blind annotators are refused by every call. */
function casesOf(subject: Subject, writers: RouteCase['roles']) {
  const body = { text: 'Changed' };
  const ofNote = {
    id: async (ours: MatrixClinic, theirs: MatrixClinic) => ({
      params: { id: ownerOf(theirs, subject), noteId: await aNote(ours, subject) },
      body,
    }),
    noteId: async (ours: MatrixClinic, theirs: MatrixClinic) => ({
      params: { id: ownerOf(ours, subject), noteId: await aNote(theirs, subject) },
      body,
    }),
  };
  return {
    list: {
      roles: READERS,
      principals: [],
      call: (clinic) => ({ params: { id: ownerOf(clinic, subject) } }),
      foreign: { id: 'theirs' },
    },
    create: {
      roles: writers,
      principals: [],
      call: (clinic) => ({ params: { id: ownerOf(clinic, subject) }, body }),
      foreign: { id: 'theirs' },
    },
    change: {
      roles: writers,
      principals: [],
      call: async (clinic) => ({
        params: { id: ownerOf(clinic, subject), noteId: await aNote(clinic, subject) },
        body,
      }),
      foreign: ofNote,
    },
  } as const satisfies Record<string, RouteCase>;
}

const onPatients = casesOf('patients', MAKERS);
const onStudies = casesOf('studies', MAKERS);
const onFindings = casesOf('findings', ['PHYSICIAN']);

export const noteCases: RouteCases<typeof noteRoutes & typeof listRoutes> = {
  listPatientNotes: onPatients.list,
  createPatientNote: onPatients.create,
  updatePatientNote: onPatients.change,
  deletePatientNote: onPatients.change,
  listStudyNotes: onStudies.list,
  createStudyNote: onStudies.create,
  updateStudyNote: onStudies.change,
  deleteStudyNote: onStudies.change,
  listFindingNotes: onFindings.list,
  createFindingNote: onFindings.create,
  updateFindingNote: onFindings.change,
  deleteFindingNote: onFindings.change,
  listLists: {
    roles: EVERYONE,
    principals: [],
    call: () => ({}),
    foreign: 'names nothing',
  },
  getList: {
    roles: EVERYONE,
    principals: [],
    call: () => ({ params: { listId: 'BIRADS' } }),
    foreign: { listId: () => ({ params: { listId: 'NO_SUCH_LIST' } }) },
  },
};
