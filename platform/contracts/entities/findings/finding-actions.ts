import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema } from '../common.ts';
import { thumbnailSchema } from '../records/thumbnail.ts';
import { annotationLabelsSchema, biradsScoreSchema, findingSchema } from './finding.ts';

/** Fields in which findings must agree to be grouped, or whose value the caller resolves. */
export const GROUPED_FIELDS = [
  'biradsScore',
  'isMass',
  'massLengthUm',
  'massWidthUm',
  'massHeightUm',
  'annotationLabels',
] as const;
export type GroupedField = (typeof GROUPED_FIELDS)[number];

const sizeSchema = z.number().nonnegative().max(10_000_000).nullable().optional();

export const groupFindingsSchema = z.strictObject({
  sourceIds: z.array(idSchema).min(1, fieldText('FINDINGS_REQUIRED')).max(100),
  targetId: idSchema,
  /** Values of the grouped finding for fields in which the findings differ. */
  resolved: z
    .strictObject({
      biradsScore: biradsScoreSchema.nullable().optional(),
      isMass: z.boolean().nullable().optional(),
      massLengthUm: sizeSchema,
      massWidthUm: sizeSchema,
      massHeightUm: sizeSchema,
      annotationLabels: annotationLabelsSchema.optional(),
    })
    .default({}),
});
export type GroupFindings = z.output<typeof groupFindingsSchema>;

export const groupedSchema = z.object({
  finding: findingSchema,
  deletedIds: z.array(idSchema),
});

export const ungroupFindingSchema = z.strictObject({ id: idSchema });

export const ungroupedSchema = z.object({
  items: z.array(findingSchema),
  deletedId: idSchema,
});

export const exportFindingsSchema = z.strictObject({
  ids: z.array(idSchema).min(1, fieldText('EXPORT_REQUIRED')).max(2000),
  format: z.enum(['CSV', 'JSON']).default('CSV'),
});

/** Findings of a scan that the caller has removed from their own list. */
export const hiddenFindingsSchema = z.object({ findingIds: z.array(idSchema) });

/** Whether a finding is removed from the caller's own list. */
export const findingHiddenSchema = z.strictObject({ hidden: z.boolean() });

/** A finding's thumbnail; null for none. */
export const findingThumbnailSchema = z.strictObject({
  thumbnailBase64: thumbnailSchema.nullable(),
});

export const deleteAiContourSchema = z.strictObject({ findingId: idSchema });
