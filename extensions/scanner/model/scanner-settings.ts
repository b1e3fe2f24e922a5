import * as z from 'zod';
import { simulatedFaultSchema } from './simulated-fault.ts';
import type { FrameSize } from './sweep-plan.ts';
import { DEMONSTRATION_FRAME } from './sweep-plan.ts';

/**
 * Settings of the extension in a site configuration; the manifest declares the same settings as
 * JSON Schema.
 */
export const scannerSettingsSchema = z.object({
  /** Simulated scanner: speed relative to the device, which records 24 frames per second. */
  speedFactor: z.number().positive().max(10_000).default(1),
  /** Lines per simulated frame. */
  frameWidth: z.number().int().min(16).max(1024).default(DEMONSTRATION_FRAME.lines),
  /** Samples per simulated line. */
  frameHeight: z.number().int().min(16).max(2048).default(DEMONSTRATION_FRAME.samples),
  /**
   * Seed of the simulated patient for all scans; null derives a different patient from each scan's
   * id.
   */
  seed: z.number().int().nonnegative().nullable().default(null),
  /** Simulated scanner: faults to raise, each once. */
  faults: z.array(simulatedFaultSchema).max(100).default([]),
  /** Simulated scanner: whether a receiver signal is available when the device is set to RF. */
  rf: z.boolean().default(true),
  /** Simulated scanner: conditions of the patient that the device does not know. */
  patient: z
    .strictObject({
      /** Distance by which a breath lifts the breast towards the array, in mm. */
      breathingMm: z.number().min(0).max(10).default(0),
      /** Clock sector without gel, from a distance from the axis outward. */
      lostContact: z
        .strictObject({
          fromDeg: z.number().min(0).max(360),
          toDeg: z.number().min(0).max(360),
          beyondMm: z.number().min(0).max(100),
        })
        .nullable()
        .default(null),
    })
    .prefault({}),
  /**
   * Simulated scanner: deviations of the machine from its nominal geometry; headers keep the
   * nominal values.
   */
  machine: z
    .strictObject({
      /** Displacement of the array along its length, in mm. */
      axisOffsetMm: z.number().min(-5).max(5).default(0),
      /** Displacement of the array at right angles to its length, in mm. */
      planeOffsetMm: z.number().min(-5).max(5).default(0),
      /** Standard deviation of the true angle from the encoder angle, in degrees. */
      encoderJitterDeg: z.number().min(0).max(5).default(0),
    })
    .prefault({}),
  /**
   * Time in seconds for which the scan service retries to store a frame while the server is
   * offline.
   */
  retrySeconds: z.number().min(0).max(3600).default(120),
  /** Edge length of a reconstructed voxel, in mm. */
  voxelMm: z.number().min(0.1).max(4).default(0.5),
});
export type ScannerSettings = z.infer<typeof scannerSettingsSchema>;

/** Returns the size of the simulated frames. */
export function frameSizeOf(settings: ScannerSettings): FrameSize {
  return { lines: settings.frameWidth, samples: settings.frameHeight };
}
