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
  /** Simulated scanner: whether it has the receiver's signal to give where the device is set to RF. */
  rf: z.boolean().default(true),
  /** Simulated scanner: how the patient lies; nothing of it is told to the device. */
  patient: z
    .strictObject({
      /** How far a breath lifts the breast towards the array. */
      breathingMm: z.number().min(0).max(10).default(0),
      /** A sector of the clock where the array has lost its gel, from a distance from the axis on. */
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
  /** Simulated scanner: how it is not as it was built; its headers keep to what it believes. */
  machine: z
    .strictObject({
      /** How far the array stands off along its length, and to its side. */
      axisOffsetMm: z.number().min(-5).max(5).default(0),
      planeOffsetMm: z.number().min(-5).max(5).default(0),
      /** Standard deviation of the true angle about the encoder's. */
      encoderJitterDeg: z.number().min(0).max(5).default(0),
    })
    .prefault({}),
  /** How long the scan service tries to store a frame while the server is away. */
  retrySeconds: z.number().min(0).max(3600).default(120),
  /** Edge of a reconstructed voxel, millimetres. */
  voxelMm: z.number().min(0.1).max(4).default(0.5),
});
export type ScannerSettings = z.infer<typeof scannerSettingsSchema>;

export function frameSizeOf(settings: ScannerSettings): FrameSize {
  return { lines: settings.frameWidth, samples: settings.frameHeight };
}
