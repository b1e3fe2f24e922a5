import * as z from 'zod';

/** From −100 to 100; 0 leaves the greys as they are. */
const amount = z.number().min(-100).max(100).default(0);

/** How the greys of a view are shown. The stored voxels never change. */
export const imageAdjustmentSchema = z.strictObject({
  brightness: amount,
  /** Contrasts are multiplied by 2 to the power of contrast / 100. */
  contrast: amount,
  /** Gains of the near, the middle and the far third of the depth. */
  nearGain: amount,
  midGain: amount,
  farGain: amount,
  inverted: z.boolean().default(false),
});
export type ImageAdjustment = z.infer<typeof imageAdjustmentSchema>;

const optionalAdjustment = imageAdjustmentSchema.optional();

/** By panel, named as its plane view; a panel without an entry shows the greys as they are. */
export const imageAdjustmentsSchema = z.strictObject({
  SAG: optionalAdjustment,
  COR: optionalAdjustment,
  RAD: optionalAdjustment,
  TRA: optionalAdjustment,
  CEN: optionalAdjustment,
  PER: optionalAdjustment,
});
export type ImageAdjustments = z.infer<typeof imageAdjustmentsSchema>;
