import * as z from 'zod';
import {
  jobStatus,
  menopause,
  pregnancy,
  readingState,
  scanState,
  sex,
  smoking,
  studyPriority,
} from '../../enumerations.ts';
import { anyJobTypeSchema } from '../../job-type.ts';
import { selectionSchema } from '../../lists/list-schema.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from '../common.ts';
import { palpablePlacesSchema } from './palpable-place.ts';
import { densitySchema } from './reading.ts';
import { rereadingSchema } from './scan-correction.ts';
import { studyClaimantSchema } from './study-claim.ts';

/** Converts empty text to null. */
export const accessionNumberSchema = z
  .string()
  .trim()
  .max(64)
  .nullable()
  .transform((text) => (text === '' ? null : text));

/** Fields of the form before a scan. */
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
  /** Client-generated id (UUIDv7), so that a repeated POST returns the same study. */
  id: idSchema.optional(),
  patientId: idSchema,
  palpable: palpablePlacesSchema.default([]),
  priority: studyPriority.schema.default('ROUTINE'),
});
export type StudyFields = z.input<typeof studyFieldsSchema>;

export const studyUpdateSchema = examinationSchema.extend({
  /** Absent: unchanged, so that forms without this field don't make an urgent study routine. */
  priority: studyPriority.schema.optional(),
  /** Absent: unchanged, so that clients without this field keep the places. */
  palpable: palpablePlacesSchema.optional(),
});

export const studySchema = storedSchema.extend({
  /** For blind annotators an alias, as `id` is, that gives access to no other record. */
  patientId: idSchema,
  patient: z.object({ id: idSchema }),
  accessionNumber: z.string().nullable(),
  indications: selectionSchema,
  imagingHistory: selectionSchema,
  followUp: selectionSchema,
  /** Places where a lump can be felt; empty for blind annotators. */
  palpable: palpablePlacesSchema.default([]),
  menopause: menopause.schema.nullable(),
  pregnancy: pregnancy.schema.nullable(),
  smoking: smoking.schema.nullable(),
  /** C if every scan is completed, N if none has started, otherwise I. */
  state: scanState.schema,
  /** Withheld from blind annotators, who receive ROUTINE for every study. */
  priority: studyPriority.schema.default('ROUTINE'),
  /** Newest correction after which the study must be read again; null for blind annotators. */
  rereading: rereadingSchema.nullable().default(null),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Study = z.infer<typeof studySchema>;

/** Job of one of the study's scans, with the fields shown in a worklist row. */
export const studyJobSchema = z.object({
  id: idSchema,
  scanId: idSchema,
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  scanLabel: z.string(),
  jobType: anyJobTypeSchema,
  status: jobStatus.schema,
  /** 0..1 of the current phase; null if unknown. */
  progress: z.number().min(0).max(1).nullable(),
});
export type StudyJob = z.infer<typeof studyJobSchema>;

/** A scan that is being recorded. */
export const recordingSchema = z.object({
  scanId: idSchema,
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  scanLabel: z.string(),
  /** Frames of the current attempt that are stored. */
  framesStored: z.number().int().nonnegative(),
  framesTotal: z.number().int().positive(),
  /** True if the device is the simulated scanner of a demonstration. */
  simulated: z.boolean(),
});
export type Recording = z.infer<typeof recordingSchema>;

/** A row of the worklist. */
export const listedStudySchema = studySchema.extend({
  /** Null unless the caller may see patients. */
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
  /** Number of scans that a reviewer disapproved; 0 for blind annotators. */
  disapprovedScans: z.number().int().nonnegative().default(0),
  /** Acquisition time of the newest scan that has started. */
  acquisitionTime: instantSchema.nullable(),
  /**
   * Time since which the study waits for a signature: of its newest scan, or of its creation where
   * the scan has no time. Null after the signature, while nothing is scanned, and for blind
   * annotators.
   */
  waitingSince: instantSchema.nullable().default(null),
  /** Older completed scans of the patient in other studies; null for blind annotators. */
  priorScans: z.number().int().nonnegative().nullable().default(null),
  /** True if that scan was imported, so that only its day is shown. */
  acquiredOnDay: z.boolean().default(false),
  /** Always NEW for blind annotators, because the progress of other readers is withheld. */
  readingState: readingState.schema.default('NEW'),
  /** Null if unclaimed, and for blind annotators. */
  claimedBy: studyClaimantSchema.nullable().default(null),
  /** Queued and running jobs of the study's scans, and the newest job of each kind if failed. */
  jobs: z.array(studyJobSchema).default([]),
  /** Scans that received a frame within the last two minutes; empty for blind annotators. */
  recordings: z.array(recordingSchema).default([]),
  /** Higher density of the two sides. */
  breastDensity: densitySchema.nullable().default(null),
});
export type ListedStudy = z.infer<typeof listedStudySchema>;
