import * as z from 'zod';
import { simulatedFaultSchema } from './simulated-fault.ts';
import type { FrameSize } from './sweep-plan.ts';
import { DEMONSTRATION_FRAME } from './sweep-plan.ts';

/** Settings of the extension in a site configuration; the manifest states the same as JSON Schema. */
export const scannerSettingsSchema = z.object({
  /** Simulated scanner: 1 is the device's own 24 frames a second. */
  speedFactor: z.number().positive().max(10_000).default(1),
  /** Lines of a simulated frame. */
  frameWidth: z.number().int().min(16).max(1024).default(DEMONSTRATION_FRAME.lines),
  /** Samples of a simulated line. */
  frameHeight: z.number().int().min(16).max(2048).default(DEMONSTRATION_FRAME.samples),
  /** One simulated patient for every scan; null: each scan its own, drawn from the scan's id. */
  seed: z.number().int().nonnegative().nullable().default(null),
  /** Simulated scanner: what goes wrong, each once. */
  faults: z.array(simulatedFaultSchema).max(100).default([]),
  /** How long the scan service tries to store a frame while the server is away. */
  retrySeconds: z.number().min(0).max(3600).default(120),
  /** Edge of a reconstructed voxel, millimetres. */
  voxelMm: z.number().min(0.1).max(4).default(0.5),
});
export type ScannerSettings = z.infer<typeof scannerSettingsSchema>;

export function frameSizeOf(settings: ScannerSettings): FrameSize {
  return { lines: settings.frameWidth, samples: settings.frameHeight };
}
