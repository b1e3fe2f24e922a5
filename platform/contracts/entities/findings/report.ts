import * as z from 'zod';
import { laterality, reportState } from '../../enumerations.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';
import { densitySchema } from '../records/reading.ts';
import { findingSchema } from './finding.ts';

const textSchema = z.string().max(20_000).default('');

/** What a report says of one breast. */
export const reportSideSchema = z.strictObject({
  /** 1..9 in the order B0, B1, B2, B3, B4A, B4B, B4C, B5, B6; null while undecided. */
  biradsScore: z.number().int().min(1).max(9).nullable().default(null),
  breastDensity: densitySchema.nullable().default(null),
  text: textSchema,
});

/** The reader's words, in the order in which a report is read. */
export const reportContentSchema = z.strictObject({
  indication: textSchema,
  technique: textSchema,
  comparison: textSchema,
  /** A side that was not examined is null. */
  left: reportSideSchema.nullable().default(null),
  right: reportSideSchema.nullable().default(null),
  /** Words on single findings, by their id. */
  findingTexts: z
    .array(z.strictObject({ findingId: idSchema, text: z.string().max(10_000) }))
    .max(500)
    .default([]),
  correlation: textSchema,
  impression: textSchema,
  recommendations: z
    .array(
      z.strictObject({
        /** An id of the recommendation list, e.g. BIRAD_3 or ULTRASOUND. */
        code: z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^[A-Z0-9_]{1,16}$/),
        side: laterality.schema.default('B'),
        text: z.string().max(2_000).default(''),
      }),
    )
    .max(50)
    .default([]),
  followUpMonths: z.number().int().min(0).max(120).nullable().default(null),
});
export type ReportContent = z.infer<typeof reportContentSchema>;

export const reportFieldsSchema = z.strictObject({
  /** Client-made: a draft with this id is replaced, an unknown id makes the next version. */
  id: idSchema,
  studyId: idSchema,
  content: reportContentSchema,
});
export type ReportFields = z.input<typeof reportFieldsSchema>;

/** A signature needs the password again: a session left open signs nothing. */
export const signReportSchema = z.strictObject({
  password: z.string().min(1, 'Enter your password').max(1024),
});

export const addendumFieldsSchema = z.strictObject({
  /** Client-made: an addendum that is still being written is replaced. */
  id: idSchema,
  text: z.string().trim().min(1, 'Write what the addendum adds').max(20_000),
});

/** A report in a list. */
export const reportSummarySchema = storedSchema.extend({
  study: z.object({ id: idSchema }),
  patientId: idSchema,
  /** Running number of the version in its study. */
  number: z.number().int().positive(),
  /** An ADDENDUM is being written until it has `signedAt`. */
  state: reportState.schema,
  /** The signed report that an addendum belongs to. */
  parentId: idSchema.nullable(),
  preliminaryAt: instantSchema.nullable(),
  preliminaryBy: idSchema.nullable(),
  signedAt: instantSchema.nullable(),
  signedBy: idSchema.nullable(),
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

export const reportSchema = reportSummarySchema.extend({
  content: reportContentSchema,
  addendumText: z.string().nullable(),
  /** As they were when it was signed; as they are now while it is not. */
  findings: z.array(findingSchema),
  density: z.object({
    L: densitySchema.nullable(),
    R: densitySchema.nullable(),
    /** The higher of the two, which a report names. */
    higher: densitySchema.nullable(),
  }),
  signer: z.object({ name: z.string(), jobTitle: z.string().nullable() }).nullable(),
  /** SHA-256 of all that was signed; null before. */
  contentHash: z.string().nullable(),
  /** False where what is stored is no longer what was signed; null before it is signed. */
  intact: z.boolean().nullable(),
});
export type Report = z.infer<typeof reportSchema>;
