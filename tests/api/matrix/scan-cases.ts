import type { CorrectedScan } from '#contracts';
import { newId } from '#foundation';
import type { scanRoutes } from '../../../platform/contracts/routes/records/scan-routes.ts';
import { aVolumeFile } from './a-volume-file.ts';
import { ifMatch, type MatrixTenant, type RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
/** Roles that create studies or annotate. */
const MARKERS = ['OPERATOR', 'PHYSICIAN', 'BLIND_ANNOTATOR'] as const;

/** Roles that may see patient data. */
const PATIENT_VIEWERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;
/** Blind annotators get 404 for a study's own id. */
const BLIND_NOT_FOUND = { BLIND_ANNOTATOR: 404, BLIND_PHYSICIAN: 404 } as const;

async function deletedScan(tenant: MatrixTenant): Promise<string> {
  const id = await tenant.newScan();
  const options = { headers: ifMatch(1), body: { reason: 'Wrong scan' } };
  await tenant.must('OPERATOR', 'DELETE', `/scans/${id}`, options);
  return id;
}

async function correctedScan(
  tenant: MatrixTenant,
): Promise<{ readonly scanId: string; readonly correctionId: string }> {
  const scanId = await tenant.newScan();
  const options = { headers: ifMatch(1), body: { reason: 'Wrong side', laterality: 'R' } };
  const path = `/scans/${scanId}/actions/correct`;
  const { correction } = await tenant.must<CorrectedScan>('OPERATOR', 'POST', path, options);
  return { scanId, correctionId: correction.id };
}

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
    principals: ['device'],
    call: ({ scanId }) => ({ params: { id: scanId } }),
    foreign: { id: 'theirs' },
  },
  getScanCoronal: {
    roles: READERS,
    principals: [],
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
        patientPosition: 'SUPINE',
        breastDensity: 'FATTY',
        breastVolumeSize: 700,
      },
    }),
    foreign: { id: 'theirs' },
  },
  deleteScan: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      headers: ifMatch(1),
      body: { reason: 'Wrong scan' },
    }),
    foreign: { id: 'theirs' },
  },
  restoreScan: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({ params: { id: await deletedScan(tenant) }, body: {} }),
    foreign: { id: 'theirs' },
  },
  listDeletedScans: {
    roles: MAKERS,
    principals: [],
    call: ({ studyId }) => ({ params: { studyId } }),
    foreign: { studyId: 'theirs' },
  },
  correctScan: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      headers: ifMatch(1),
      body: { reason: 'Wrong study', studyId: await tenant.newStudy() },
    }),
    foreign: {
      id: 'theirs',
      studyId: async (ownOrg, { studyId }) => ({
        params: { id: await ownOrg.newScan() },
        headers: ifMatch(1),
        body: { reason: 'Wrong study', studyId },
      }),
    },
  },
  correctOrientation: {
    // The scans of this test have been recorded, so permitted callers get an error.
    roles: MAKERS,
    principals: [],
    status: 409,
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      headers: ifMatch(1),
      body: { depthAxis: '+j', headAxis: '-k' },
    }),
    foreign: { id: 'theirs' },
  },
  undoScanCorrection: {
    roles: MAKERS,
    principals: [],
    call: async (tenant) => {
      const { scanId, correctionId } = await correctedScan(tenant);
      return { params: { id: scanId }, body: { correctionId } };
    },
    foreign: {
      id: 'theirs',
      correctionId: async (ownOrg, otherOrg) => {
        const { correctionId } = await correctedScan(otherOrg);
        return { params: { id: await ownOrg.newScan() }, body: { correctionId } };
      },
    },
  },
  listScanCorrections: {
    roles: MAKERS,
    principals: [],
    call: ({ scanId }) => ({ params: { id: scanId } }),
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
    call: async (tenant) => ({
      params: { id: await tenant.newScan() },
      body: { reason: 'Too much motion' },
    }),
    foreign: { id: 'theirs' },
  },
  withdrawReview: {
    roles: ['PHYSICIAN'],
    principals: [],
    call: async (tenant, caller) => {
      const id = await tenant.newScan();
      const reviewedAt = '2026-11-20T10:31:00.000Z';
      await tenant.db
        .updateTable('scan')
        .set({ reviewVerdict: 'APPROVED', reviewedBy: caller.accountId, reviewedAt })
        .where('organizationId', '=', tenant.organizationId)
        .where('id', '=', id)
        .execute();
      return { params: { id } };
    },
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
