import * as z from 'zod';
import { sex } from '../enumerations.ts';
import { dateSchema, idSchema, instantSchema, patientCodeSchema, storedSchema } from './common.ts';

/** Empty text is stored as null: an empty code is no code. */
const optionalText = (max: number) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .max(max)
    .nullable()
    .transform((text) => (text === '' ? null : text));

export const patientFieldsSchema = z.object({
  code: patientCodeSchema.nullable().transform((code) => (code === '' ? null : code)),
  firstName: optionalText(100),
  lastName: z.string().normalize('NFC').trim().min(1, 'Enter the last name').max(100),
  birthDate: dateSchema.nullable(),
  sex: sex.schema.nullable(),
});
export type PatientFields = z.infer<typeof patientFieldsSchema>;

export const patientSchema = storedSchema.extend({
  code: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string(),
  birthDate: dateSchema.nullable(),
  sex: sex.schema.nullable(),
  riskScore: z.number().nullable(),
  /** When the newest study was made, and the sides it holds, e.g. ['R', 'L']. */
  lastStudyAt: instantSchema.nullable(),
  lastStudyId: idSchema.nullable(),
  sides: z.array(z.enum(['L', 'R'])),
});
export type Patient = z.infer<typeof patientSchema>;
