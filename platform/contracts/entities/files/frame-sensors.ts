import * as z from 'zod';

const percentSchema = z.number().min(0).max(100);

/**
 * Sensor readings of the scanner and figures of the frame at its acquisition; null means unknown.
 */
export const frameSensorsSchema = z.object({
  /** Movement of the breast, breathing included. */
  movementMm: z.number().nonnegative().nullable(),
  waterPercent: percentSchema.nullable(),
  /** Share of the frame's lines that are in contact with tissue. */
  contactPercent: percentSchema.nullable(),
});
export type FrameSensors = z.infer<typeof frameSensorsSchema>;
