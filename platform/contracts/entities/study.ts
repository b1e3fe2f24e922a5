import * as z from 'zod';
import { menopause, pregnancy, scanState, sex, smoking } from '../enumerations.ts';
import { selectionSchema } from '../lists/list-schema.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from './common.ts';

/** An empty number is stored as null: it is none. */
export const accessionNumberSchema = z
  .string()
  .trim()
  .max(64, 'An accession number has at most 64 characters')
  .nullable()
  .transform((text) => (text === '' ? null : text));

/** What the form before a scan asks. */
const examinationSchema = z.strictObject({
  accessionNumber: accessionNumberSchema,
  /** Ids of the list EXAM_INDICATION. */
  indications: selectionSchema.default([]),
  /** Ids of the list IMAGING_HISTORY. */
  imagingHistory: selectionSchema.default([]),
  /** Ids of the list FOLLOW_UP. */
  followUp: selectionSchema.default([]),
  menopause: menopause.schema.nullable().default(null),
  pregnancy: pregnancy.schema.nullable().default(null),
  smoking: smoking.schema.nullable().default(null),
});

export const studyFieldsSchema = examinationSchema.extend({
  /** Client-made id (UUIDv7), so that a repeated POST finds the same study. */
  id: idSchema.optional(),
  patientId: idSchema,
});
export type StudyFields = z.input<typeof studyFieldsSchema>;

export const studyUpdateSchema = examinationSchema;

export const studySchema = storedSchema.extend({
  /** For a blind annotator, as `id` is: an alias that leads nowhere else. */
  patientId: idSchema,
  patient: z.object({ id: idSchema }),
  accessionNumber: z.string().nullable(),
  indications: selectionSchema,
  imagingHistory: selectionSchema,
  followUp: selectionSchema,
  menopause: menopause.schema.nullable(),
  pregnancy: pregnancy.schema.nullable(),
  smoking: smoking.schema.nullable(),
  /** C once every scan of it is completed, N while none has begun, else I. */
  state: scanState.schema,
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Study = z.infer<typeof studySchema>;

/** A line of the worklist. */
export const listedStudySchema = studySchema.extend({
  /** Null for whoever may not know. */
  who: z
    .object({
      code: z.string().nullable(),
      firstName: z.string().nullable(),
      lastName: z.string(),
      birthDate: dateSchema.nullable(),
      sex: sex.schema.nullable(),
    })
    .nullable(),
  sides: z.array(z.enum(['L', 'R'])),
  scanCount: z.number().int().nonnegative(),
  /** Of its newest scan that has begun. */
  acquisitionTime: instantSchema.nullable(),
});
export type ListedStudy = z.infer<typeof listedStudySchema>;
