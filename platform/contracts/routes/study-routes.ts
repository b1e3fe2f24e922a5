import * as z from 'zod';
import {
  dateSchema,
  idSchema,
  keywordsSchema,
  pageQuerySchema,
  pageSchema,
} from '../entities/common.ts';
import {
  listedStudySchema,
  studyFieldsSchema,
  studySchema,
  studyUpdateSchema,
} from '../entities/study.ts';
import { scanSide, scanState } from '../enumerations.ts';
import { defineRoute } from './route.ts';

const byId = z.object({ id: idSchema });

/** Filters of the worklist; each narrows it. */
export const worklistQuerySchema = pageQuerySchema.extend({
  sort: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  state: scanState.schema.optional(),
  /** Studies that hold a scan of this side. */
  laterality: scanSide.schema.optional(),
  /** First and last day of making, UTC. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  /** Words of code or names; nothing is found by them for whoever may not see patients. */
  _keywords: keywordsSchema.default(''),
});

export const studyRoutes = {
  listStudies: defineRoute({
    method: 'GET',
    path: '/studies',
    summary: 'The worklist: studies with filters, newest first unless asked otherwise',
    access: ['STUDY_VIEW'],
    principals: [],
    query: worklistQuerySchema,
    answer: pageSchema(listedStudySchema),
  }),
  listStudiesOfPatient: defineRoute({
    method: 'GET',
    path: '/patients/{id}/studies',
    summary: 'Studies of a patient, newest first',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    answer: pageSchema(studySchema),
  }),
  createStudy: defineRoute({
    method: 'POST',
    path: '/studies',
    summary: 'A new study',
    access: ['STUDY_CREATE'],
    principals: [],
    body: studyFieldsSchema,
    answer: studySchema,
  }),
  getStudy: defineRoute({
    method: 'GET',
    path: '/studies/{id}',
    summary: 'One study',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    answer: studySchema,
  }),
  getStudyByAccession: defineRoute({
    method: 'GET',
    path: '/studies/accession/{number}',
    summary: 'The study with an accession number',
    access: ['STUDY_VIEW'],
    principals: [],
    params: z.object({ number: z.string().trim().min(1).max(64) }),
    answer: studySchema,
  }),
  updateStudy: defineRoute({
    method: 'PUT',
    path: '/studies/{id}',
    summary: 'Change what was asked before the scan',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    body: studyUpdateSchema,
    answer: studySchema,
    ifMatch: 'required',
  }),
  deleteStudy: defineRoute({
    method: 'DELETE',
    path: '/studies/{id}',
    summary: 'Soft delete; refused as StudyHasScans while there is a scan in it',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    answer: studySchema,
    ifMatch: 'required',
  }),
};
