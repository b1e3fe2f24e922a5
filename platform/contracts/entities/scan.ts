import * as z from 'zod';
import { patientPosition, scanProtocol, scanSide, scanState } from '../enumerations.ts';
import { idSchema, instantSchema, storedSchema } from './common.ts';

/** Plane positions as stored: signed voxel offsets, a depth index and degrees (decisions: Space). */
export const planePositionSchema = z.object({
  sag: z.number(),
  tra: z.number(),
  depth: z.number(),
  rad: z.number().min(0).lt(360),
});

export const nippleFieldsSchema = planePositionSchema;
export const nippleLocationSchema = planePositionSchema.extend({
  setBy: idSchema.nullable(),
  setAt: instantSchema,
});
export type NippleLocation = z.infer<typeof nippleLocationSchema>;

/** How the device's encoder maps to the clock: θ = direction · (φ − zeroDeg). */
export const deviceAngleSchema = z.object({
  direction: z.union([z.literal(1), z.literal(-1)]),
  zeroDeg: z.number(),
});
export type DeviceAngle = z.infer<typeof deviceAngleSchema>;

export const scanFieldsSchema = z.object({
  id: idSchema.optional(),
  studyId: idSchema,
  laterality: scanSide.schema,
  protocol: scanProtocol.schema.default('FULL'),
  patientPosition: patientPosition.schema.default('SUPINE'),
  deviceId: idSchema.nullable().default(null),
});
export type ScanFields = z.input<typeof scanFieldsSchema>;

export const scanSchema = storedSchema.extend({
  studyId: idSchema,
  patientId: idSchema,
  laterality: z.object({ id: scanSide.schema }),
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  label: z.string(),
  acquisitionTime: instantSchema.nullable(),
  scanState: scanState.schema,
  protocol: scanProtocol.schema,
  patientPosition: patientPosition.schema,
  deviceId: idSchema.nullable(),
  deviceAngle: deviceAngleSchema.nullable(),
  /** Attempts so far; messages and frames of older ones are ignored. */
  epoch: z.number().int().nonnegative(),
  /** False for an imported volume until someone confirms its orientation. */
  orientationConfirmed: z.boolean(),
  /** 'SCANNED' by a device, 'IMPORTED' from files. */
  origin: z.enum(['SCANNED', 'IMPORTED']),
  nippleLocation: nippleLocationSchema.nullable(),
});
export type Scan = z.infer<typeof scanSchema>;
