import * as z from 'zod';

/** Settings of the server part; the manifest declares the same defaults. */
export const autoDetectionSettingsSchema = z.object({
  /** Queues the detection when the volume of a scan has been reconstructed. */
  detectOnCompletion: z.boolean().default(false),
  /** Proposes the nipple of each reconstructed volume. */
  proposeNippleAfterReconstruction: z.boolean().default(false),
  /** Offers the built-in nipple model to calls that locate the nipple. */
  nippleModel: z.boolean().default(true),
  /** Lowest score that is stored. */
  minimumScore: z.number().min(0).max(1).default(0.05),
});
