import * as z from 'zod';
import {
  type OutcomeKind,
  type OutcomeResult,
  outcomeKind,
  outcomeResult,
} from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { dateSchema, idSchema, instantSchema } from '../common.ts';

const PATHOLOGY_RESULTS = ['MALIGNANT', 'HIGH_RISK', 'BENIGN'] as const;

/** Results that each kind of outcome can have. */
export const RESULTS_OF_KIND: Readonly<Record<OutcomeKind, readonly OutcomeResult[]>> = {
  BIOPSY: PATHOLOGY_RESULTS,
  SURGERY: PATHOLOGY_RESULTS,
  FOLLOW_UP: ['STABLE', 'RESOLVED', 'GROWN'],
};

/** Longest text of a histology. */
export const MAX_HISTOLOGY_LENGTH = 2_000;

export const findingOutcomeFieldsSchema = z
  .strictObject({
    id: idSchema.describe('UUID that the client chooses; a repeated call stores nothing twice.'),
    kind: outcomeKind.schema.describe('BIOPSY, SURGERY or FOLLOW_UP.'),
    result: outcomeResult.schema.describe(
      'MALIGNANT, HIGH_RISK or BENIGN of biopsy and surgery; STABLE, RESOLVED or GROWN of a follow-up.',
    ),
    day: dateSchema.describe(
      'Calendar day of biopsy, surgery or follow-up, yyyy-mm-dd; from the day of the study to today at the site.',
    ),
    histology: z
      .string()
      .trim()
      .max(MAX_HISTOLOGY_LENGTH)
      .nullable()
      .default(null)
      .transform((text) => (text === '' ? null : text))
      .describe('Text of the histology of biopsy or surgery; null if unknown.'),
  })
  .refine(({ kind, result }) => RESULTS_OF_KIND[kind].includes(result), {
    path: ['result'],
    ...fieldText('RESULT_OF_KIND'),
  })
  .refine(({ kind, histology }) => kind !== 'FOLLOW_UP' || histology === null, {
    path: ['histology'],
    ...fieldText('HISTOLOGY_OF_KIND'),
  });
export type FindingOutcomeFields = z.input<typeof findingOutcomeFieldsSchema>;

/** Why an outcome is deleted or a request is closed. */
const reasonSchema = z
  .string()
  .trim()
  .min(1, fieldText('REASON_REQUIRED'))
  .max(500)
  .describe('Reason, 1 to 500 characters.');

export const reasonFieldsSchema = z.strictObject({ reason: reasonSchema });

export const findingOutcomeSchema = z.object({
  id: idSchema,
  findingId: idSchema.describe('Id of the finding.'),
  kind: outcomeKind.schema.describe('BIOPSY, SURGERY or FOLLOW_UP.'),
  result: outcomeResult.schema.describe(
    'MALIGNANT, HIGH_RISK or BENIGN of biopsy and surgery; STABLE, RESOLVED or GROWN of a follow-up.',
  ),
  day: dateSchema.describe('Calendar day of biopsy, surgery or follow-up, yyyy-mm-dd.'),
  histology: z.string().nullable().describe('Text of the histology; null if unknown.'),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
  author: z.string().nullable().describe('Name of the user who entered the outcome.'),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
  deletionReason: z
    .string()
    .nullable()
    .describe('Why the outcome was deleted; null while it counts.'),
});
export type FindingOutcome = z.infer<typeof findingOutcomeSchema>;
