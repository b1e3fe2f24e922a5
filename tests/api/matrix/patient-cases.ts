import type { noteRoutes } from '../../../platform/contracts/routes/note-routes.ts';
import type { patientRoutes } from '../../../platform/contracts/routes/patient-routes.ts';
import { aPatient } from '../support/records.ts';
import { ifMatch, type RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const READERS_OF_STUDIES = [...READERS, 'BLIND_ANNOTATOR'] as const;

export const patientCases: RouteCases<typeof patientRoutes & typeof noteRoutes> = {
  listPatients: {
    ...{ roles: READERS, principals: [] },
    call: () => ({ query: { limit: '200' } }),
    foreign: 'names nothing; a list shows the own clinic',
  },
  searchPatients: {
    ...{ roles: READERS, principals: [] },
    call: () => ({ query: { _keywords: 'canary' } }),
    foreign: 'names nothing; both clinics hold the word',
  },
  getPatient: {
    ...{ roles: READERS, principals: [] },
    call: ({ patientId }) => ({ params: { id: patientId } }),
    foreign: { id: 'theirs' },
  },
  createPatient: {
    ...{ roles: MAKERS, principals: [] },
    call: () => ({ body: aPatient() }),
    foreign: 'names nothing',
  },
  updatePatient: {
    ...{ roles: MAKERS, principals: [] },
    call: async (clinic) => ({
      ...{ params: { id: await clinic.newPatient() }, headers: ifMatch(1) },
      body: aPatient({ lastName: 'Changed' }),
    }),
    foreign: { id: 'theirs' },
  },
  listStudiesOfPatient: {
    ...{ roles: READERS_OF_STUDIES, principals: [] },
    call: ({ patientId }) => ({ params: { id: patientId } }),
    foreign: { id: 'theirs' },
  },
  createStudy: {
    ...{ roles: MAKERS, principals: [] },
    call: ({ patientId }) => ({ body: { patientId, accessionNumber: null } }),
    foreign: { patientId: 'theirs' },
  },
  getStudy: {
    ...{ roles: READERS_OF_STUDIES, principals: [] },
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
  },
};
