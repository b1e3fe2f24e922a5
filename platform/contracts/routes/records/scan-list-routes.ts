import * as z from 'zod';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { scanSchema } from '../../entities/records/scan.ts';
import { defineRoute } from '../../route.ts';

const readers = { access: ['STUDY_VIEW'], principals: [] } as const;
const response = pageSchema(scanSchema);
const byStudy = z.object({ studyId: idSchema });

/** Routes of scan lists, sorted by acquisition time, newest first. */
export const scanListRoutes = {
  listScans: defineRoute({
    method: 'GET',
    path: '/scans',
    ...readers,
    summary: 'Scans, newest acquisition first',
    query: pageQuerySchema,
    response,
  }),
  listScansOfStudy: defineRoute({
    method: 'GET',
    path: '/studies/{studyId}/scans',
    ...readers,
    summary: 'Scans of a study, newest acquisition first',
    params: byStudy,
    response,
  }),
  listCompletedScansOfStudy: defineRoute({
    method: 'GET',
    path: '/studies/{studyId}/scans/completed',
    ...readers,
    summary: 'Completed scans of a study, newest acquisition first',
    params: byStudy,
    response,
  }),
  listScansOfPatient: defineRoute({
    method: 'GET',
    path: '/patients/{patientId}/scans',
    ...readers,
    summary: 'Scans of a patient, newest acquisition first; rejected for blind annotators',
    params: z.object({ patientId: idSchema }),
    query: pageQuerySchema,
    response,
  }),
  listPriorScans: defineRoute({
    method: 'GET',
    path: '/scans/{scanId}/priorScans',
    ...readers,
    summary:
      'Older completed scans of the same patient and side, newest first; rejected for blind annotators',
    params: z.object({ scanId: idSchema }),
    response,
  }),
};
