import * as z from 'zod';

/** How the greys of a view are shown. The stored voxels never change. */
export const imageAdjustmentSchema = z.strictObject({
  /** Centre and width of the window of greys, 0 to 255. */
  windowCentre: z.number().min(0).max(255),
  windowWidth: z.number().min(1).max(510),
  gamma: z.number().min(0.1).max(10).default(1),
  inverted: z.boolean().default(false),
});
export type ImageAdjustment = z.infer<typeof imageAdjustmentSchema>;

const one = imageAdjustmentSchema.optional();

/** By panel, named as its plane view; a panel without an entry shows the greys as they are. */
export const imageAdjustmentsSchema = z.strictObject({
  SAG: one,
  COR: one,
  RAD: one,
  TRA: one,
  CEN: one,
  PER: one,
});
export type ImageAdjustments = z.infer<typeof imageAdjustmentsSchema>;
