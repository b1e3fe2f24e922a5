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
import { studyRoutes } from './study-routes.ts';

const byId = z.object({ id: idSchema });
const codeSchema = patientCodeSchema.min(1, 'Enter a code');

/** Rejects empty text, which coercion would turn into 0. */
const riskSchema = z
  .union([z.number(), z.string().trim().min(1, 'Enter a number')])
  .pipe(z.coerce.number<number | string>().min(-1_000_000).max(1_000_000))
  .optional();

/** Filters of the patient list, combined by AND. */
const patientFilterSchema = z.object({
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
      ...(['createdAt', 'code', 'name', 'birthDate', 'sex', 'lastStudy'] as const),
      ...(['density', 'risk', 'state'] as const),
    ])
    .default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  /** State of the newest study. */
  readingState: readingState.schema.optional(),
});

/** Routes of patients and their studies. */
export const patientRoutes = {
  ...studyRoutes,
  listPatients: defineRoute({
    method: 'GET',
    path: '/patients',
    summary: 'Patients with filters, newest first unless asked otherwise',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: patientListQuerySchema,
    response: pageSchema(patientSchema),
  }),
  searchPatients: defineRoute({
    method: 'GET',
    path: '/patients/actions/search',
    summary: 'Patients whose code, names or birth date hold every keyword',
    access: ['PATIENT_VIEW'],
    principals: [],
    query: patientListQuerySchema.extend(keywordsOnly.shape),
    response: pageSchema(patientSchema),
  }),
  countPatients: defineRoute({
    method: 'GET',
    path: '/patients/actions/count',
    summary: 'How many patients there are by the state of reading of the newest study',
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
      'Whether a code is taken, and by which patient; for forms, which ask while one types: 300 free codes in a quarter of an hour by one account',
    access: ['PATIENT_VIEW'],
    principals: [],
    body: z.strictObject({ code: codeSchema }),
    response: patientExistsSchema,
  }),
  createPatient: defineRoute({
    method: 'POST',
    path: '/patients',
    summary: 'A new patient; the code is unique in the organization',
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
    summary: 'Soft delete; refused as PatientHasStudies while there is a study of the patient',
    access: ['PATIENT_CREATE'],
    principals: [],
    params: byId,
    response: patientSchema,
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
    response: patientSchema,
    ifMatch: 'optional',
  }),
};
