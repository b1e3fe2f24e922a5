import * as z from 'zod';
import { idSchema, keywordsSchema, pageQuerySchema, pageSchema } from '../entities/common.ts';
import { patientFieldsSchema, patientSchema } from '../entities/patient.ts';
import { studyFieldsSchema, studySchema } from '../entities/study.ts';
import { defineRoute } from './route.ts';

const byId = z.object({ id: idSchema });

export const patientRoutes = {
  listPatients: defineRoute({
    method: 'GET',
    path: '/patients',
    summary: 'Patients, newest first',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: pageQuerySchema,
    answer: pageSchema(patientSchema),
  }),
  searchPatients: defineRoute({
    method: 'GET',
    path: '/patients/actions/search',
    summary: 'Patients whose code or names hold every keyword',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: pageQuerySchema.extend({ _keywords: keywordsSchema.default('') }),
    answer: pageSchema(patientSchema),
  }),
  getPatient: defineRoute({
    method: 'GET',
    path: '/patients/{id}',
    summary: 'One patient',
    access: ['PATIENT_VIEW'],
    principals: [],
    params: byId,
    answer: patientSchema,
  }),
  createPatient: defineRoute({
    method: 'POST',
    path: '/patients',
    summary: 'A new patient; the code is unique in the organization',
    access: ['PATIENT_CREATE'],
    principals: [],
    body: patientFieldsSchema,
    answer: patientSchema,
  }),
  updatePatient: defineRoute({
    method: 'PUT',
    path: '/patients/{id}',
    summary: 'Change a patient',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    body: patientFieldsSchema,
    answer: patientSchema,
    ifMatch: 'required',
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
};
