import * as z from 'zod';
import { ethnicity, readingState, sex } from '../../enumerations.ts';
import { selectionSchema } from '../../lists/list-schema.ts';
import { formDateSchema } from '../../patterns.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { dateSchema, idSchema, instantSchema, patientCodeSchema, storedSchema } from '../common.ts';
import { densitySchema } from './reading.ts';
import { studyClaimantSchema } from './study-claim.ts';

/** Converts empty text to null, because an empty value means none. */
const optionalText = (max: number) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .max(max)
    .nullable()
    .transform((text) => (text === '' ? null : text));

export const patientFieldsSchema = z.strictObject({
  code: patientCodeSchema.nullable().transform((code) => (code === '' ? null : code)),
  firstName: optionalText(100),
  lastName: z.string().normalize('NFC').trim().min(1, fieldText('LAST_NAME_REQUIRED')).max(100),
  birthDate: formDateSchema.nullable(),
  sex: sex.schema.nullable(),
  ethnicity: ethnicity.schema.nullable().default(null),
  /** Ids of the list CANCER_HISTORY. */
  cancerHistory: selectionSchema.default([]),
});
export type PatientFields = z.input<typeof patientFieldsSchema>;

export const patientSchema = storedSchema.extend({
  code: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string(),
  birthDate: dateSchema.nullable(),
  sex: sex.schema.nullable(),
  ethnicity: ethnicity.schema.nullable(),
  cancerHistory: selectionSchema,
  /** Written by a risk model or form only; no other call changes the score. */
  riskScore: z.number().nullable(),
  organization: z.object({ id: idSchema }),
  /** Time of the newest study; null without a study. */
  lastStudyAt: instantSchema.nullable(),
  lastStudyId: idSchema.nullable(),
  /** Scanned sides of the newest study, e.g. ['R', 'L']; empty without a study. */
  sides: z.array(z.enum(['L', 'R'])),
  /**
   * Higher density of the two sides of the newest study; the two fields below also refer to that
   * study.
   */
  breastDensity: densitySchema.nullable().default(null),
  /** Null without a study. */
  readingState: readingState.schema.nullable().default(null),
  claimedBy: studyClaimantSchema.nullable().default(null),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Patient = z.infer<typeof patientSchema>;

export const riskScoreSchema = z.strictObject({
  riskScore: z.number().min(-1_000_000).max(1_000_000).nullable(),
});

/** Response of `ispatientexist` for a code. */
export const patientExistsSchema = z.object({ exists: z.boolean(), id: idSchema.nullable() });
