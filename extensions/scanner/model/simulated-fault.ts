import * as z from 'zod';
import { SCAN_ERROR_CODES } from '#contracts';

/**
 * A fault that the simulated scanner has, once: while it prepares, while it tests its transducer,
 * or before the frame of a running number within a recording. ScanServiceNotAvailable ends the
 * process of the scan service as a crash does.
 */
export const simulatedFaultSchema = z.strictObject({
  code: z.enum(SCAN_ERROR_CODES).exclude(['NoError']),
  at: z.union([z.literal('prepare'), z.literal('transducer'), z.number().int().nonnegative()]),
});
export type SimulatedFault = z.infer<typeof simulatedFaultSchema>;
