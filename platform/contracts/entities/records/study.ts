import * as z from 'zod';
import {
  jobStatus,
  jobType,
  menopause,
  pregnancy,
  readingState,
  scanState,
  sex,
  smoking,
  studyPriority,
} from '../../enumerations.ts';
import { selectionSchema } from '../../lists/list-schema.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from '../common.ts';
import { densitySchema } from './reading.ts';
import { studyClaimantSchema } from './study-claim.ts';

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
  priority: studyPriority.schema.default('ROUTINE'),
});
export type StudyFields = z.input<typeof studyFieldsSchema>;

export const studyUpdateSchema = examinationSchema.extend({
  /** Absent: it stays, as forms that do not ask for it must not make an urgent study routine. */
  priority: studyPriority.schema.optional(),
});

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
  /** Not told to blind annotators, who read every study as a routine one. */
  priority: studyPriority.schema.default('ROUTINE'),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Study = z.infer<typeof studySchema>;

/** A job of one of a study's scans, as far as a line of the worklist tells it. */
export const studyJobSchema = z.object({
  id: idSchema,
  scanId: idSchema,
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  scanLabel: z.string(),
  jobType: jobType.schema,
  status: jobStatus.schema,
  /** 0..1 of the present phase; null before it is known. */
  progress: z.number().min(0).max(1).nullable(),
});
export type StudyJob = z.infer<typeof studyJobSchema>;

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
  /** For a blind annotator always NEW: how far others are is withheld. */
  readingState: readingState.schema.default('NEW'),
  /** Null where nobody reads it, and for blind annotators. */
  heldBy: studyClaimantSchema.nullable().default(null),
  /** Of its scans: those that wait or run, and the newest of each kind where it failed. */
  jobs: z.array(studyJobSchema).default([]),
  /** The higher of its sides. */
  breastDensity: densitySchema.nullable().default(null),
});
export type ListedStudy = z.infer<typeof listedStudySchema>;
