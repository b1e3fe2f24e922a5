import type { patientRoutes } from '../../../platform/contracts/routes/records/patient-routes.ts';
import { aPatient } from '../support/records.ts';
import { ifMatch, type RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const READERS_OF_STUDIES = [...READERS, 'BLIND_ANNOTATOR'] as const;
/** Blind annotators get 404 for a study's own id. */
const BLIND_NOT_FOUND = { BLIND_ANNOTATOR: 404, BLIND_PHYSICIAN: 404 } as const;
const STUDY_FIELDS = {
  accessionNumber: null,
  indications: ['DENSE'],
  palpable: [{ side: 'R', clockMinutes: 600, distanceMm: null }],
  menopause: 'PRE',
};

export const patientCases: RouteCases<typeof patientRoutes> = {
  listPatients: {
    roles: READERS,
    principals: [],
    call: () => ({ query: { limit: '200' } }),
    foreign: 'contains no id',
  },
  searchPatients: {
    roles: READERS,
    principals: [],
    call: () => ({ query: { _keywords: 'canary' } }),
    foreign: 'contains no id; both tenants have matches',
  },
  countPatients: {
    roles: READERS,
    principals: [],
    call: () => ({ query: { _keywords: 'canary' } }),
    foreign: 'contains no id',
  },
  getPatient: {
    roles: READERS,
    principals: [],
    call: ({ patientId }) => ({ params: { id: patientId } }),
    foreign: { id: 'theirs' },
  },
  createPatient: {
    roles: MAKERS,
    principals: [],
    call: () => ({ body: aPatient() }),
    foreign: 'contains no id',
  },
  updatePatient: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newPatient() },
      headers: ifMatch(1),
      body: aPatient({ lastName: 'Changed' }),
    }),
    foreign: { id: 'theirs' },
  },
  getPatientByCode: {
    roles: READERS,
    principals: [],
    call: ({ patientCode }) => ({ params: { code: patientCode } }),
    foreign: { code: 'theirs' },
  },
  doesPatientExist: {
    roles: READERS,
    principals: [],
    call: ({ patientCode }) => ({ body: { code: patientCode } }),
    foreign: 'contains a code that both tenants can use',
  },
  deletePatient: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newPatient() },
      headers: ifMatch(1),
    }),
    foreign: { id: 'theirs' },
  },
  updateRiskScore: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newPatient() },
      body: { riskScore: 12.5 },
    }),
    foreign: { id: 'theirs' },
  },
  listStudies: {
    roles: READERS_OF_STUDIES,
    principals: [],
    call: () => ({ query: { limit: '200' } }),
    foreign: 'contains no id',
  },
  countStudies: {
    roles: READERS_OF_STUDIES,
    principals: [],
    call: () => ({ query: { state: 'C' } }),
    foreign: 'contains no id',
  },
  confirmReread: {
    roles: ['PHYSICIAN'],
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newStudy() },
      body: { at: '2026-11-23T12:00:00.000Z' },
    }),
    foreign: { id: 'theirs' },
  },
  claimStudy: {
    roles: ['PHYSICIAN'],
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newStudy() }, body: {} }),
    foreign: { id: 'theirs' },
  },
  releaseStudy: {
    roles: ['PHYSICIAN'],
    principals: [],
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
  },
  getStudyByAccession: {
    roles: READERS,
    principals: [],
    call: ({ accessionNumber }) => ({ params: { number: accessionNumber } }),
    foreign: { number: 'theirs' },
  },
  updateStudy: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newStudy() },
      headers: ifMatch(1),
      body: STUDY_FIELDS,
    }),
    foreign: { id: 'theirs' },
  },
  deleteStudy: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newStudy() }, headers: ifMatch(1) }),
    foreign: { id: 'theirs' },
  },
  listStudiesOfPatient: {
    roles: READERS,
    principals: [],
    call: ({ patientId }) => ({ params: { id: patientId } }),
    foreign: { id: 'theirs' },
  },
  createStudy: {
    roles: MAKERS,
    principals: [],
    call: ({ patientId }) => ({ body: { patientId, accessionNumber: null } }),
    foreign: { patientId: 'theirs' },
  },
  getStudy: {
    roles: READERS_OF_STUDIES,
    principals: [],
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
    statusByCaller: BLIND_NOT_FOUND,
  },
};
