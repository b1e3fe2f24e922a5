import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';

/** File voxel axis with sign, which the import maps to a patient direction. */
export const fileAxisSchema = z.enum(['+i', '-i', '+j', '-j', '+k', '-k']);
export type FileAxis = z.infer<typeof fileAxisSchema>;

/**
 * Axes of the stored volume (i to the left, j to depth, k to the head) that really point to depth and
 * to the head. Left follows from them, because a correction turns a volume and never mirrors it.
 */
export const orientationCorrectionFieldsSchema = z
  .strictObject({
    depthAxis: fileAxisSchema,
    headAxis: fileAxisSchema,
    /** Stored with the new volume, never in the audit trail. */
    reason: z.string().trim().min(1).max(500).optional(),
  })
  .refine(({ depthAxis, headAxis }) => depthAxis.at(1) !== headAxis.at(1), {
    path: ['headAxis'],
    ...fieldText('SAME_AXIS'),
  })
  .refine(({ depthAxis, headAxis }) => depthAxis !== '+j' || headAxis !== '+k', {
    path: ['depthAxis'],
    ...fieldText('SAME_ORIENTATION'),
  });
export type OrientationCorrectionFields = z.input<typeof orientationCorrectionFieldsSchema>;
