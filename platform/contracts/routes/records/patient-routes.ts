import * as z from 'zod';
import {
  dateSchema,
  daysOfZoneSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  patientCodeSchema,
  patientKeywordsSchema,
} from '../../entities/common.ts';
import {
  patientExistsSchema,
  patientFieldsSchema,
  patientSchema,
  riskScoreSchema,
} from '../../entities/records/patient.ts';
import { densitySchema, readingCountsSchema } from '../../entities/records/reading.ts';
import { readingState, sex } from '../../enumerations.ts';
import { defineRoute } from '../../route.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { studyRoutes } from './study-routes.ts';

const byId = z.object({ id: idSchema });
const codeSchema = patientCodeSchema.min(1, fieldText('PATIENT_CODE_REQUIRED'));

/** Rejects empty text, which coercion would turn into 0. */
const riskSchema = z
  .union([z.number(), z.string().trim().min(1, fieldText('NUMBER_REQUIRED'))])
  .pipe(z.coerce.number<number | string>().min(-1_000_000).max(1_000_000))
  .optional();

/** Filters of the patient list, combined by AND. */
const patientFilterSchema = z.strictObject({
  sex: sex.schema.optional(),
  /** Higher density of the two sides in the newest study. */
  breastDensity: densitySchema.optional(),
  /** Inclusive; patients without a score are excluded. */
  riskFrom: riskSchema,
  riskTo: riskSchema,
  /** First and last day of the newest study, inclusive. */
  lastStudyFrom: dateSchema.optional(),
  lastStudyTo: dateSchema.optional(),
  timeZone: daysOfZoneSchema,
});
const keywordsOnly = z.object({ _keywords: patientKeywordsSchema });

/** Null values sort last in either direction; equal values sort by creation. */
export const patientListQuerySchema = pageQuerySchema.extend(patientFilterSchema.shape).extend({
  sort: z
    .enum([
      'createdAt',
      'code',
      'name',
      'birthDate',
      'sex',
      'lastStudy',
      'density',
      'risk',
      'state',
    ])
    .default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  /** Reading state of the newest study. */
  readingState: readingState.schema.optional(),
});

/** Routes of patients and their studies. */
export const patientRoutes = {
  ...studyRoutes,
  listPatients: defineRoute({
    method: 'GET',
    path: '/patients',
    summary: 'Patients with filters, newest first by default',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: patientListQuerySchema,
    response: pageSchema(patientSchema),
  }),
  searchPatients: defineRoute({
    method: 'GET',
    path: '/patients/actions/search',
    summary: 'Patients whose code, names or birth date contain every keyword',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: patientListQuerySchema.extend(keywordsOnly.shape),
    response: pageSchema(patientSchema),
  }),
  countPatients: defineRoute({
    method: 'GET',
    path: '/patients/actions/count',
    summary: 'Number of patients by reading state of the newest study',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: patientFilterSchema.extend(keywordsOnly.shape),
    response: readingCountsSchema,
  }),
  getPatient: defineRoute({
    method: 'GET',
    path: '/patients/{id}',
    summary: 'One patient',
    access: ['PATIENT_VIEW'],
    principals: [],
    params: byId,
    response: patientSchema,
  }),
  getPatientByCode: defineRoute({
    method: 'GET',
    path: '/patients/code/{code}',
    summary: 'The patient with a code (medical record number)',
    access: ['PATIENT_VIEW'],
    principals: [],
    params: z.object({ code: codeSchema }),
    response: patientSchema,
  }),
  doesPatientExist: defineRoute({
    method: 'POST',
    path: '/patients/ispatientexist',
    summary:
      'Whether a code is taken, and by which patient; for checks while typing. At most 300 free codes per account in 15 minutes',
    access: ['PATIENT_VIEW'],
    principals: [],
    body: z.strictObject({ code: codeSchema }),
    response: patientExistsSchema,
  }),
  createPatient: defineRoute({
    method: 'POST',
    path: '/patients',
    summary: 'Create a patient; the code is unique in the organization',
    access: ['PATIENT_CREATE'],
    principals: [],
    body: patientFieldsSchema,
    response: patientSchema,
  }),
  updatePatient: defineRoute({
    method: 'PUT',
    path: '/patients/{id}',
    summary: 'Change a patient',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    body: patientFieldsSchema,
    response: patientSchema,
    ifMatch: 'required',
  }),
  deletePatient: defineRoute({
    method: 'DELETE',
    path: '/patients/{id}',
    summary: 'Soft delete; rejected with PatientHasStudies while the patient has studies',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    response: patientSchema,
    ifMatch: 'required',
  }),
  updateRiskScore: defineRoute({
    method: 'POST',
    path: '/patients/{id}/actions/updateRiskScore',
    summary: 'Store the result of a risk form or model',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    body: riskScoreSchema,
    response: patientSchema,
    ifMatch: 'optional',
  }),
};
