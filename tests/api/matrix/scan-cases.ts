import type { scanRoutes } from '../../../platform/contracts/routes/scan-routes.ts';
import { aVolumeFile } from './a-volume-file.ts';
import type { RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
/** Whoever makes studies or annotates. */
const MARKERS = ['OPERATOR', 'PHYSICIAN', 'BLIND_ANNOTATOR'] as const;

export const scanCases: RouteCases<typeof scanRoutes> = {
  createScan: {
    ...{ roles: MAKERS, principals: [] },
    call: ({ studyId, deviceId }) => ({ body: { studyId, deviceId, laterality: 'L' } }),
    foreign: {
      studyId: ({ deviceId }, { studyId }) => ({ body: { studyId, deviceId, laterality: 'L' } }),
      deviceId: ({ studyId }, { deviceId }) => ({ body: { studyId, deviceId, laterality: 'L' } }),
    },
  },
  getScan: {
    ...{ roles: READERS, principals: ['device', 'worker'] },
    call: ({ scanId }) => ({ params: { id: scanId } }),
    foreign: { id: 'theirs' },
  },
  listScansOfStudy: {
    ...{ roles: READERS, principals: [] },
    call: ({ studyId }) => ({ params: { studyId } }),
    foreign: { studyId: 'theirs' },
  },
  updateScanState: {
    ...{ roles: MAKERS, principals: ['device'] },
    call: async (clinic) => ({
      ...{ params: { id: await clinic.newScan('N'), scanState: 'I' }, body: { epoch: 1 } },
    }),
    foreign: { id: 'theirs' },
  },
  setNipple: {
    ...{ roles: MARKERS, principals: [] },
    call: async (clinic) => ({
      ...{ params: { id: await clinic.newScan() }, body: { sag: 0, tra: 0, depth: 3, rad: 90 } },
    }),
    foreign: { id: 'theirs' },
  },
  confirmOrientation: {
    ...{ roles: MARKERS, principals: [] },
    call: async (clinic) => ({ params: { id: await clinic.newScan() }, body: {} }),
    foreign: { id: 'theirs' },
  },
  importFromFiles: {
    ...{ roles: MAKERS, principals: [] },
    call: ({ studyId }) => ({ query: { studyId, laterality: 'L' }, form: aVolumeFile() }),
    foreign: {
      studyId: 'theirs',
      patientId: (_ours, { patientId }) => ({
        ...{ query: { patientId, laterality: 'L' }, form: aVolumeFile() },
      }),
    },
  },
};
