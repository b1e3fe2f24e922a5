import * as z from 'zod';
import { ethnicity, readingState, sex } from '../../enumerations.ts';
import { selectionSchema } from '../../lists/list-schema.ts';
import { formDateSchema } from '../../patterns.ts';
import { dateSchema, idSchema, instantSchema, patientCodeSchema, storedSchema } from '../common.ts';
import { densitySchema } from './reading.ts';
import { studyClaimantSchema } from './study-claim.ts';

/** Empty text is stored as null: an empty code is no code. */
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
  lastName: z.string().normalize('NFC').trim().min(1, 'Enter the last name').max(100),
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
  /** What a risk model or form wrote; no other call changes it. */
  riskScore: z.number().nullable(),
  organization: z.object({ id: idSchema }),
  /** When the newest study was made, and the sides it holds, e.g. ['R', 'L']. */
  lastStudyAt: instantSchema.nullable(),
  lastStudyId: idSchema.nullable(),
  sides: z.array(z.enum(['L', 'R'])),
  /** Of the newest study, as are the two that follow: the higher of its sides. */
  breastDensity: densitySchema.nullable().default(null),
  /** Null while there is no study. */
  readingState: readingState.schema.nullable().default(null),
  heldBy: studyClaimantSchema.nullable().default(null),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Patient = z.infer<typeof patientSchema>;

export const riskScoreSchema = z.strictObject({
  riskScore: z.number().min(-1_000_000).max(1_000_000).nullable(),
});

/** What ispatientexist answers for a code. */
export const patientExistsSchema = z.object({ exists: z.boolean(), id: idSchema.nullable() });
