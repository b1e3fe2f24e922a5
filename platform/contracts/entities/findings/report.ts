import * as z from 'zod';
import { laterality, reportState } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';
import { densitySchema } from '../records/reading.ts';
import { findingSchema } from './finding.ts';

/** Languages in which templates write reports. */
export const REPORT_LANGUAGES = ['en', 'de'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

const textSchema = z.string().max(20_000).default('');

/**
 * Text that a template writes from the record until the reader changes it. Empty while nothing is
 * written.
 */
export const composedTextSchema = z.strictObject({
  text: z.string().max(20_000),
  /**
   * What the template wrote when the reader changed the text; null while the text follows the
   * record. The text is outdated once the template writes something else.
   */
  editedFrom: z.string().max(20_000).nullable().default(null),
});
export type ComposedText = z.infer<typeof composedTextSchema>;

const sectionSchema = composedTextSchema.prefault({ text: '' });

/** Sentences of a finding's text, in the order of the text. */
export const SENTENCE_KEYS = ['place', 'description', 'size', 'change', 'assessment'] as const;

export const findingTextSchema = z.strictObject({
  findingId: idSchema,
  sentences: z
    .array(composedTextSchema.extend({ key: z.enum(SENTENCE_KEYS) }))
    .max(SENTENCE_KEYS.length)
    .default([]),
  /** Sentences of the reader after those of the template. */
  text: z.string().max(10_000).default(''),
});
export type FindingText = z.infer<typeof findingTextSchema>;

/** Report fields of one breast. */
export const reportSideSchema = z.strictObject({
  /** 1..9 in the order B0, B1, B2, B3, B4A, B4B, B4C, B5, B6; null while undecided. */
  biradsScore: z.number().int().min(1).max(9).nullable().default(null),
  breastDensity: densitySchema.nullable().default(null),
  text: sectionSchema,
});
export type ReportSide = z.infer<typeof reportSideSchema>;

/** A finding of the report that the reader identified with a finding of an earlier study. */
export const priorLinkSchema = z.strictObject({
  findingId: idSchema,
  priorFindingId: idSchema,
});
export type PriorLink = z.infer<typeof priorLinkSchema>;

/** Reason of a reader for signing although a check warned. */
export const overriddenCheckSchema = z.strictObject({
  /** Id of a check of `#report`. */
  check: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  /** Finding, scan or study that the warning names, or L or R; null for the whole report. */
  subject: z.string().max(64).nullable(),
  reason: z.string().trim().min(1).max(500),
});
export type OverriddenCheck = z.infer<typeof overriddenCheckSchema>;

/** Texts of the reader, in reading order. */
export const reportContentSchema = z.strictObject({
  /** Language of the templates and of the document. */
  language: z.enum(REPORT_LANGUAGES).default('en'),
  /** Version of the templates that wrote the texts. */
  templates: z.number().int().positive().default(1),
  indication: textSchema,
  technique: sectionSchema,
  comparison: sectionSchema,
  /** Null if the side was not examined. */
  left: reportSideSchema.nullable().default(null),
  right: reportSideSchema.nullable().default(null),
  /** Texts on single findings, by finding id. */
  findingTexts: z.array(findingTextSchema).max(500).default([]),
  priorLinks: z.array(priorLinkSchema).max(500).default([]),
  correlation: textSchema,
  impression: sectionSchema,
  recommendations: z
    .array(
      z.strictObject({
        /** Id of an item of the recommendation list, e.g. BIRAD_3 or ULTRASOUND. */
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
  overrides: z.array(overriddenCheckSchema).max(200).default([]),
});
export type ReportContent = z.infer<typeof reportContentSchema>;

export const reportFieldsSchema = z.strictObject({
  /**
   * Client-generated: an existing draft with this id is replaced, an unknown id creates the next
   * version.
   */
  id: idSchema,
  studyId: idSchema,
  content: reportContentSchema,
});
export type ReportFields = z.input<typeof reportFieldsSchema>;

/** Signing requires the password again, so that an unattended session can't sign. */
export const signReportSchema = z.strictObject({
  password: z.string().min(1, fieldText('PASSWORD_REQUIRED')).max(1024),
  /** Makes a draft of the caller preliminary first; both happen or neither. */
  completesDraft: z.boolean().default(false),
});

export const addendumFieldsSchema = z.strictObject({
  /** Client-generated: an unsigned addendum with this id is replaced. */
  id: idSchema,
  text: z.string().trim().min(1, fieldText('ADDENDUM_REQUIRED')).max(20_000),
});

/** A report in a list. */
export const reportSummarySchema = storedSchema.extend({
  study: z.object({ id: idSchema }),
  patientId: idSchema,
  /** Version number within the study. */
  number: z.number().int().positive(),
  /** An ADDENDUM is a draft until `signedAt` is set. */
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
  /** Findings as signed; the current findings before signing. */
  findings: z.array(findingSchema),
  density: z.object({
    L: densitySchema.nullable(),
    R: densitySchema.nullable(),
    /** The higher of the two, which the report states. */
    higher: densitySchema.nullable(),
  }),
  signer: z.object({ name: z.string(), jobTitle: z.string().nullable() }).nullable(),
  /** SHA-256 of the signed content; null before signing. */
  contentHash: z.string().nullable(),
  /**
   * False if the stored content differs from the signed content, or if an image file on which the
   * signature is based is changed, damaged or no longer current; null before signing.
   */
  intact: z.boolean().nullable(),
});
export type Report = z.infer<typeof reportSchema>;
