import * as z from 'zod';
import { aiDecision } from '../../enumerations.ts';
import { contributionIdSchema } from '../../extension-id.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema } from '../common.ts';
import { sha256Schema } from '../files/upload.ts';

/** Model whose weights produced a run. */
export const aiModelSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  version: z.string().trim().min(1).max(100),
  /** SHA-256 of the weights; null for a model without weights. */
  weightsSha256: sha256Schema.nullable(),
  /** 'cleared' only for models that are permitted for clinical use. */
  use: z.enum(['research', 'cleared']),
});
export type AiModel = z.infer<typeof aiModelSchema>;

/** Confidence of a model, 0 to 1. */
export const aiScoreSchema = z.number().min(0).max(1);

/** Decision of a reader on an AI finding. */
const decisionSchema = z.object({
  kind: aiDecision.schema,
  /** A code of the list `aiRejectionReason` or free text; null for accepted findings. */
  reason: z.string().nullable(),
  by: idSchema.nullable(),
  at: instantSchema,
});

/** Origin of an AI finding. */
export const findingAiSchema = z.object({
  runId: idSchema,
  providerId: contributionIdSchema,
  model: aiModelSchema,
  score: aiScoreSchema,
  decision: decisionSchema.nullable(),
});
export type FindingAi = z.infer<typeof findingAiSchema>;

/** Decision on an AI finding as a caller sends it; null undoes the former decision. */
export const decideAiSchema = z
  .strictObject({
    decision: aiDecision.schema.nullable(),
    /** A code of the list `aiRejectionReason` or free text. */
    reason: z.string().trim().min(1).max(500).nullable().default(null),
  })
  .refine(({ decision, reason }) => (decision === 'REJECTED') === (reason !== null), {
    ...fieldText('REJECTION_REASON'),
    path: ['reason'],
  });

/** First read of a study by the caller, before AI findings are shown as second reader. */
export const firstReadSchema = z.object({
  studyId: idSchema,
  /** Null until the caller has finished the first read and opened the AI findings. */
  finishedAt: instantSchema.nullable(),
});
export type FirstRead = z.infer<typeof firstReadSchema>;
