import * as z from 'zod';

const percentSchema = z.number().min(0).max(100);

/** What the scanner's sensors and the frame itself said when the frame was taken; null is unknown. */
export const frameSensorsSchema = z.object({
  /** How far the breast had moved, breathing included. */
  movementMm: z.number().nonnegative().nullable(),
  waterPercent: percentSchema.nullable(),
  /** Share of the frame's lines that look into tissue. */
  contactPercent: percentSchema.nullable(),
});
export type FrameSensors = z.infer<typeof frameSensorsSchema>;
