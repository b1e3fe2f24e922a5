import type { scanFileRoutes } from '../../../platform/contracts/routes/scan-file-routes.ts';
import type { uploadRoutes } from '../../../platform/contracts/routes/upload-routes.ts';
import type { MatrixClinic, RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const A_FILE = { fileCategory: 'SEGMENT_MASK', fileName: 'mask.nrrd', fileExtension: 'nrrd' };

/** A file of a fresh scan whose bytes are still to come. */
export async function announcedFile(clinic: MatrixClinic): Promise<string> {
  const body = { ...A_FILE, scanId: await clinic.newScan('I') };
  return (await clinic.must('OPERATOR', 'POST', '/scanfiles', { body })).id;
}

export const fileCases: RouteCases<typeof scanFileRoutes & typeof uploadRoutes> = {
  getVolume: {
    ...{ roles: READERS, principals: ['worker'] },
    call: ({ scanId }) => ({ params: { id: scanId } }),
    foreign: { id: 'theirs' },
  },
  createScanFile: {
    ...{ roles: MAKERS, principals: ['device', 'worker'] },
    call: async (clinic) => ({ body: { ...A_FILE, scanId: await clinic.newScan('I') } }),
    foreign: {
      scanId: 'theirs',
      parentId: ({ scanId }, { fileId }) => ({ body: { ...A_FILE, scanId, parentId: fileId } }),
    },
  },
  putScanFileContent: {
    ...{ roles: MAKERS, principals: ['device', 'worker'] },
    call: async (clinic) => ({ params: { id: await announcedFile(clinic) }, form: 'some bytes' }),
    foreign: { id: 'theirs' },
  },
  listScanFiles: {
    ...{ roles: READERS, principals: ['device', 'worker'] },
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  downloadScanFile: {
    ...{ roles: READERS, principals: ['device', 'worker'] },
    call: ({ fileId }) => ({ params: { id: fileId } }),
    foreign: { id: 'theirs' },
  },
};
