import * as z from 'zod';
import {
  dateSchema,
  daysOfZoneSchema,
  idSchema,
  instantSchema,
  pageQuerySchema,
  pageSchema,
  patientKeywordsSchema,
} from '../../entities/common.ts';
import { readingCountsSchema } from '../../entities/records/reading.ts';
import {
  listedStudySchema,
  studyFieldsSchema,
  studySchema,
  studyUpdateSchema,
} from '../../entities/records/study.ts';
import {
  claimStudySchema,
  releaseStudySchema,
  studyClaimSchema,
} from '../../entities/records/study-claim.ts';
import { readingState, scanSide, scanState, studyPriority } from '../../enumerations.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Filters of the worklist, combined by AND. */
const worklistFilterSchema = z.strictObject({
  priority: studyPriority.schema.optional(),
  /** Filters by the claiming user; for blind annotators every study is unclaimed. */
  claimed: z.enum(['mine', 'others', 'none']).optional(),
  state: scanState.schema.optional(),
  report: z
    .literal('none')
    .optional()
    .describe('none: studies without a report; every study for blind annotators.'),
  unsigned: z
    .literal('mine')
    .optional()
    .describe('mine: the newest report is a draft or preliminary and was begun by the caller.'),
  jobs: z
    .literal('failed')
    .optional()
    .describe('failed: a job of the study’s scans failed and was not repeated.'),
  /** Studies with a scan of this side. */
  laterality: scanSide.schema.optional(),
  /** First and last day of creation, inclusive. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  timeZone: daysOfZoneSchema,
  /** Keywords match nothing unless the caller may see patients. */
  _keywords: patientKeywordsSchema,
});

/**
 * Null values sort last in either direction; equal values sort by creation. Sorting by name, number
 * or priority has no effect for callers who may not see these fields. `waiting` orders the studies
 * without a signature by their time since the acquisition; STAT and URGENT come first and studies
 * that do not wait come last, newest first, in either direction.
 */
export const worklistQuerySchema = pageQuerySchema.extend(worklistFilterSchema.shape).extend({
  sort: z
    .enum([
      'createdAt',
      'updatedAt',
      'acquisitionTime',
      'priority',
      'waiting',
      'name',
      'accessionNumber',
    ])
    .default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  readingState: readingState.schema.optional(),
});

export const studyRoutes = {
  listStudies: defineRoute({
    method: 'GET',
    path: '/studies',
    summary: 'The worklist: studies with filters, newest first by default',
    access: ['STUDY_VIEW'],
    principals: [],
    query: worklistQuerySchema,
    response: pageSchema(listedStudySchema),
  }),
  countStudies: defineRoute({
    method: 'GET',
    path: '/studies/actions/count',
    summary: 'Number of studies of the worklist by reading state, with its filters',
    access: ['STUDY_VIEW'],
    principals: [],
    query: worklistFilterSchema,
    response: readingCountsSchema,
  }),
  claimStudy: defineRoute({
    method: 'POST',
    path: '/studies/{id}/actions/claim',
    summary:
      'Claim a study for reading; renew every minute. Rejected with StudyClaimed while another user has the claim',
    access: ['ANTN_CREATE', 'REPORT_CREATE'],
    principals: [],
    params: byId,
    body: claimStudySchema,
    response: studyClaimSchema,
  }),
  releaseStudy: defineRoute({
    method: 'POST',
    path: '/studies/{id}/actions/release',
    summary:
      'Release the claim of this tab; the claim ends with the last tab. Does nothing if another user has the claim',
    access: ['ANTN_CREATE', 'REPORT_CREATE'],
    principals: [],
    params: byId,
    body: releaseStudySchema,
    response: z.object({}),
  }),
  listStudiesOfPatient: defineRoute({
    method: 'GET',
    path: '/patients/{id}/studies',
    summary: 'Studies of a patient, newest first',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    response: pageSchema(studySchema),
  }),
  createStudy: defineRoute({
    method: 'POST',
    path: '/studies',
    summary: 'Create a study',
    access: ['STUDY_CREATE'],
    principals: [],
    body: studyFieldsSchema,
    response: studySchema,
  }),
  getStudy: defineRoute({
    method: 'GET',
    path: '/studies/{id}',
    summary: 'One study',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    response: studySchema,
  }),
  getStudyByAccession: defineRoute({
    method: 'GET',
    path: '/studies/accession/{number}',
    summary: 'The study with an accession number',
    access: ['STUDY_VIEW'],
    principals: [],
    params: z.object({ number: z.string().trim().min(1).max(64) }),
    response: studySchema,
  }),
  updateStudy: defineRoute({
    method: 'PUT',
    path: '/studies/{id}',
    summary: 'Change the fields of a study',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    body: studyUpdateSchema,
    response: studySchema,
    ifMatch: 'required',
  }),
  confirmReread: defineRoute({
    method: 'POST',
    path: '/studies/{id}/actions/confirmReread',
    summary:
      'Confirm that the study was read again after corrections up to an instant; later corrections still ask for it',
    access: ['ANTN_CREATE', 'REPORT_CREATE'],
    principals: [],
    params: byId,
    body: z.strictObject({ at: instantSchema }),
    response: studySchema,
  }),
  deleteStudy: defineRoute({
    method: 'DELETE',
    path: '/studies/{id}',
    summary: 'Soft delete; rejected with StudyHasScans while the study has scans',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    response: studySchema,
    ifMatch: 'required',
  }),
};
