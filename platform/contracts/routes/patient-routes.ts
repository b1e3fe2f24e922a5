import * as z from 'zod';
import {
  idSchema,
  keywordsSchema,
  pageQuerySchema,
  pageSchema,
  patientCodeSchema,
} from '../entities/common.ts';
import {
  patientExistsSchema,
  patientFieldsSchema,
  patientSchema,
  riskScoreSchema,
} from '../entities/patient.ts';
import { defineRoute } from './route.ts';
import { studyRoutes } from './study-routes.ts';

const byId = z.object({ id: idSchema });
const codeSchema = patientCodeSchema.min(1, 'Enter a code');

/** Patients and their studies. */
export const patientRoutes = {
  ...studyRoutes,
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
  getPatientByCode: defineRoute({
    method: 'GET',
    path: '/patients/code/{code}',
    summary: 'The patient with a code (medical record number)',
    access: ['PATIENT_VIEW'],
    principals: [],
    params: z.object({ code: codeSchema }),
    answer: patientSchema,
  }),
  doesPatientExist: defineRoute({
    method: 'POST',
    path: '/patients/ispatientexist',
    summary: 'Whether a code is taken, and by which patient',
    access: ['PATIENT_VIEW'],
    principals: [],
    body: z.strictObject({ code: codeSchema }),
    answer: patientExistsSchema,
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
  deletePatient: defineRoute({
    method: 'DELETE',
    path: '/patients/{id}',
    summary: 'Soft delete; refused as PatientHasStudies while there is a study of the patient',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    answer: patientSchema,
    ifMatch: 'required',
  }),
  updateRiskScore: defineRoute({
    method: 'POST',
    path: '/patients/{id}/actions/updateRiskScore',
    summary: 'Write what a risk form or model worked out',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    body: riskScoreSchema,
    answer: patientSchema,
    ifMatch: 'optional',
  }),
};
