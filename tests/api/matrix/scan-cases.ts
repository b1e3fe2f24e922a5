import { newId } from '#foundation';
import type { scanRoutes } from '../../../platform/contracts/routes/records/scan-routes.ts';
import { aVolumeFile } from './a-volume-file.ts';
import { ifMatch, type RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
/** Roles that create studies or annotate. */
const MARKERS = ['OPERATOR', 'PHYSICIAN', 'BLIND_ANNOTATOR'] as const;

/** Roles that may see patient data. */
const PATIENT_VIEWERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;
/** Blind annotators get 404 for a study's own id. */
const BLIND_NOT_FOUND = { BLIND_ANNOTATOR: 404, BLIND_PHYSICIAN: 404 } as const;

export const scanCases: RouteCases<typeof scanRoutes> = {
  createScan: {
    roles: MAKERS,
    principals: [],
    call: ({ studyId, deviceId }) => ({ body: { studyId, deviceId, laterality: 'L' } }),
    foreign: {
      studyId: ({ deviceId }, { studyId }) => ({ body: { studyId, deviceId, laterality: 'L' } }),
      deviceId: ({ studyId }, { deviceId }) => ({ body: { studyId, deviceId, laterality: 'L' } }),
    },
  },
  getScan: {
    roles: READERS,
    principals: ['device', 'worker'],
    call: ({ scanId }) => ({ params: { id: scanId } }),
    foreign: { id: 'theirs' },
  },
  listScansOfStudy: {
    roles: READERS,
    principals: [],
    call: ({ studyId }) => ({ params: { studyId } }),
    foreign: { studyId: 'theirs' },
    statusByCaller: BLIND_NOT_FOUND,
  },
  listCompletedScansOfStudy: {
    roles: READERS,
    principals: [],
    call: ({ studyId }) => ({ params: { studyId } }),
    foreign: { studyId: 'theirs' },
    statusByCaller: BLIND_NOT_FOUND,
  },
  listScans: {
    roles: READERS,
    principals: [],
    call: () => ({ query: { limit: '200' } }),
    foreign: 'contains no id',
  },
  listScansOfPatient: {
    roles: PATIENT_VIEWERS,
    principals: [],
    call: ({ patientId }) => ({ params: { patientId } }),
    foreign: { patientId: 'theirs' },
  },
  listPriorScans: {
    roles: PATIENT_VIEWERS,
    principals: [],
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  updateScan: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      headers: ifMatch(1),
      body: {
        protocol: 'FULL',
        patientPosition: 'STANDING',
        breastDensity: 'FATTY',
        breastVolumeSize: 700,
      },
    }),
    foreign: { id: 'theirs' },
  },
  deleteScan: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newScan() }, headers: ifMatch(1) }),
    foreign: { id: 'theirs' },
  },
  updateBreastDensity: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      body: { breastDensity: 'HETERO' },
    }),
    foreign: { id: 'theirs' },
  },
  updateBreastVolumeSize: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      body: { breastVolumeSize: 640.5 },
    }),
    foreign: { id: 'theirs' },
  },
  approveScan: {
    roles: ['PHYSICIAN'],
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newScan() }, body: {} }),
    foreign: { id: 'theirs' },
  },
  disapproveScan: {
    roles: ['PHYSICIAN'],
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newScan() }, body: {} }),
    foreign: { id: 'theirs' },
  },
  updateImgAdjSettings: {
    roles: MARKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      body: { COR: { brightness: 10, contrast: 20 } },
    }),
    foreign: { id: 'theirs' },
  },
  updateScanState: {
    roles: MAKERS,
    principals: ['device'],
    call: async (tenant) => ({
      params: { id: await tenant.newScan('N'), scanState: 'I' },
      body: { epoch: 1 },
    }),
    foreign: { id: 'theirs' },
  },
  setNipple: {
    roles: MARKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      body: { sag: 0, tra: 0, depth: 3, rad: 90 },
    }),
    foreign: { id: 'theirs' },
  },
  clearNipple: {
    roles: MARKERS,
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newScan() } }),
    foreign: { id: 'theirs' },
  },
  reportPresence: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { id: scanId }, body: { tab: newId() } }),
    foreign: { id: 'theirs' },
  },
  confirmOrientation: {
    roles: MARKERS,
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newScan() }, body: {} }),
    foreign: { id: 'theirs' },
  },
  inferNipple: {
    // No extension of the test site offers a model, so permitted callers get an error.
    roles: MARKERS,
    principals: [],
    status: 409,
    call: ({ scanId }) => ({ params: { id: scanId } }),
    foreign: { id: 'theirs' },
  },
  importFromFiles: {
    roles: MAKERS,
    principals: [],
    call: ({ studyId }) => ({ query: { studyId, laterality: 'L' }, form: aVolumeFile() }),
    foreign: {
      studyId: 'theirs',
      patientId: (_ownOrg, { patientId }) => ({
        query: { patientId, laterality: 'L' },
        form: aVolumeFile(),
      }),
    },
  },
};
