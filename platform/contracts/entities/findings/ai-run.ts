import * as z from 'zod';
import { aiTask } from '../../enumerations.ts';
import { contributionIdSchema } from '../../extension-id.ts';
import { idSchema, instantSchema } from '../common.ts';
import { markSchema, micrometresSchema, noteTextSchema } from './finding.ts';
import { aiModelSchema, aiScoreSchema } from './finding-ai.ts';

/** Maximum number of findings in a run. */
export const MAX_AI_FINDINGS = 1_000;

/** Message of a provider, e.g. why it found nothing. */
const messagesSchema = z.array(z.string().min(1).max(500)).max(100);

/** Proposals that were left out before the run was stored, by reason. */
const droppedSchema = z
  .array(
    z.strictObject({
      reason: z.string().min(1).max(200),
      count: z.number().int().positive().max(10_000_000),
    }),
  )
  .max(50);

const runFieldsSchema = z.strictObject({
  id: idSchema,
  task: aiTask.schema,
  /** Id of the contributed finding provider, or of the extension's server part. */
  providerId: contributionIdSchema,
  generator: z.enum(['AI', 'AIAD']),
  model: aiModelSchema,
  /** VOLUME3D file that the model read; null if it read other images. */
  volumeFileId: idSchema.nullable(),
  /** SCAN_IMAGE file of the one image that the model read; null if it read a volume or several. */
  imageFileId: idSchema.nullable().default(null),
  messages: messagesSchema,
});

/** Finding proposed by a model. */
export const proposedFindingSchema = z.strictObject({
  id: idSchema,
  marks: z.record(idSchema, markSchema),
  score: aiScoreSchema,
  note: noteTextSchema,
  massLengthUm: micrometresSchema,
  massWidthUm: micrometresSchema,
  massHeightUm: micrometresSchema,
});
export type ProposedFinding = z.output<typeof proposedFindingSchema>;

const axis = z.number().finite();
const perAxis = <Value extends z.ZodType>(value: Value) => z.tuple([value, value, value]);

/** Longest edge of a mask in voxels: 100 mm at 0.25 mm. */
export const MAX_MASK_EDGE = 400;
/** Smallest edge of a voxel of a mask in mm. */
export const MIN_MASK_SPACING_MM = 0.05;
/** Maximum length of the bits of a mask in base64. */
export const MAX_MASK_TEXT = 2_000_000;
/** Maximum number of masks of a run. */
export const MAX_AI_MASKS = 20;

/** Voxels of a lesion in a box of the patient. */
export const findingMaskSchema = z.strictObject({
  findingId: idSchema.describe('Finding of the run that the mask outlines.'),
  sizes: perAxis(z.number().int().min(1).max(MAX_MASK_EDGE)).describe('Voxels along x, y and z.'),
  spacingMm: perAxis(z.number().min(MIN_MASK_SPACING_MM).max(5)).describe(
    'Edges of a voxel in millimetres.',
  ),
  originMm: perAxis(axis.min(-10_000).max(10_000)).describe(
    'Centre of the first voxel in LPS millimetres.',
  ),
  bitsBase64: z
    .base64()
    .min(1)
    .max(MAX_MASK_TEXT)
    .describe(
      'One bit per voxel as base64, the lowest bit of a byte first; x fastest, then y, then z.',
    ),
});
export type FindingMask = z.input<typeof findingMaskSchema>;

export const aiRunFieldsSchema = runFieldsSchema.extend({
  findings: z.array(proposedFindingSchema).max(MAX_AI_FINDINGS),
  dropped: droppedSchema.default([]),
});
export type AiRunFields = z.input<typeof aiRunFieldsSchema>;

/** A run that a caller posts, with masks of its findings. */
export const newAiRunSchema = aiRunFieldsSchema.extend({
  masks: z
    .array(findingMaskSchema)
    .max(MAX_AI_MASKS)
    .default([])
    .describe('Masks, stored as SEGMENT_MASK files that are named after their finding.'),
});
export type NewAiRunFields = z.input<typeof newAiRunSchema>;

/** Run of a model on a scan; never changed, a repeated analysis is a new run. */
export const aiRunSchema = runFieldsSchema.extend({
  scanId: idSchema,
  /** Job that ran the model; null for runs posted by a caller. */
  jobId: idSchema.nullable(),
  dropped: droppedSchema,
  /** Number of findings that the run created, those deleted since included. */
  findingCount: z.number().int().nonnegative(),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
});
export type AiRun = z.infer<typeof aiRunSchema>;
