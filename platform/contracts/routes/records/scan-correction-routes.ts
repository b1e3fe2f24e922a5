import * as z from 'zod';
import { idSchema, pageSchema } from '../../entities/common.ts';
import { orientationCorrectionFieldsSchema } from '../../entities/records/orientation-correction.ts';
import { scanSchema } from '../../entities/records/scan.ts';
import {
  correctedScanSchema,
  deletedScanSchema,
  listedCorrectionSchema,
  scanCorrectionFieldsSchema,
  scanDeletionFieldsSchema,
} from '../../entities/records/scan-correction.ts';
import { defineRoute } from '../../route.ts';

const params = z.object({ id: idSchema });
const operators = { access: ['STUDY_CREATE'], principals: [] } as const;

/** Routes that delete, restore and correct scans; rejected for blind annotators. */
export const scanCorrectionRoutes = {
  deleteScan: defineRoute({
    method: 'DELETE',
    path: '/scans/{id}',
    ...operators,
    params,
    body: scanDeletionFieldsSchema,
    response: scanSchema,
    ifMatch: 'required',
    summary:
      'Soft delete with its findings and a reason; rejected during recording, while a job processes the scan, and for a scan in a signed report',
  }),
  restoreScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/restore',
    ...operators,
    params,
    response: scanSchema,
    summary:
      'Restore a deleted scan with its findings; rejected if a report was signed after the deletion',
  }),
  listDeletedScans: defineRoute({
    method: 'GET',
    path: '/studies/{studyId}/scans/deleted',
    ...operators,
    params: z.object({ studyId: idSchema }),
    response: pageSchema(deletedScanSchema),
    summary: 'Deleted scans of a study with reason and user, last deleted first',
  }),
  correctScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/correct',
    ...operators,
    params,
    body: scanCorrectionFieldsSchema,
    response: correctedScanSchema,
    ifMatch: 'required',
    summary:
      'Correct side, position or study of a scan with a reason; a corrected side marks the study for re-reading. Rejected during recording, while a job processes the scan, and if a report of either study is signed',
  }),
  correctOrientation: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/correctOrientation',
    ...operators,
    params,
    body: orientationCorrectionFieldsSchema,
    response: scanSchema,
    ifMatch: 'required',
    longRead: true,
    summary:
      'Turn the volume of an imported scan without resampling and confirm its orientation. Rejected while the scan has findings or a nipple, while a job processes it, and if a report of the study is signed',
  }),
  undoScanCorrection: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/undoCorrection',
    ...operators,
    params,
    body: z.strictObject({ correctionId: idSchema }),
    response: scanSchema,
    summary:
      'Undo the last correction of a scan; rejected with CorrectionOutdated and the changed fields if the scan or its findings have changed since',
  }),
  listScanCorrections: defineRoute({
    method: 'GET',
    path: '/scans/{id}/corrections',
    ...operators,
    params,
    response: pageSchema(listedCorrectionSchema),
    summary:
      'Corrections of a scan, newest first; the last one says whether it can be undone, or why not',
  }),
};
