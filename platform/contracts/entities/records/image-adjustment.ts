import * as z from 'zod';

/** From −100 to 100; 0 leaves the grey levels unchanged. */
const amount = z.number().min(-100).max(100).default(0);

/** Display adjustment of a view's grey levels. The stored voxels never change. */
export const imageAdjustmentSchema = z.strictObject({
  brightness: amount,
  /** Scales the contrast by 2 to the power of contrast / 100. */
  contrast: amount,
  /** Gains of the near, middle and far third of the depth. */
  nearGain: amount,
  midGain: amount,
  farGain: amount,
  inverted: z.boolean().default(false),
});
export type ImageAdjustment = z.infer<typeof imageAdjustmentSchema>;

const optionalAdjustment = imageAdjustmentSchema.optional();

/** Adjustments by panel, named after its plane view; a panel without an entry is unadjusted. */
export const imageAdjustmentsSchema = z.strictObject({
  SAG: optionalAdjustment,
  COR: optionalAdjustment,
  RAD: optionalAdjustment,
  TRA: optionalAdjustment,
  CEN: optionalAdjustment,
  PER: optionalAdjustment,
});
export type ImageAdjustments = z.infer<typeof imageAdjustmentsSchema>;
