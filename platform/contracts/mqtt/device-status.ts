import * as z from 'zod';
import { instantSchema } from '../entities/common.ts';
import { deviceAngleSchema } from '../entities/records/scan.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';

/** A name on a plate. Short, so that a whole status stays below what a broker takes. */
const nameSchema = z.string().max(64);
const percentSchema = z.number().min(0).max(100);

/** The transducer that is plugged in; `parameters` are its own, by its maker's names. */
export const probeSchema = z.object({
  name: nameSchema,
  oemId: nameSchema,
  serialNumber: nameSchema,
  parameters: z
    .record(z.string().max(32), z.union([z.number(), z.string().max(32)]))
    .refine((all) => Object.keys(all).length <= 16, 'A probe tells at most 16 parameters'),
});
export type Probe = z.infer<typeof probeSchema>;

const motorSchema = z.object({
  /** Angle of its encoder, degrees. */
  positionDeg: z.number(),
  ok: z.boolean(),
});

/** What the device is and what its sensors say now (specification 3); null is unknown. */
export const hardwareStateSchema = z.object({
  productId: nameSchema.nullable(),
  revision: nameSchema.nullable(),
  serialNumber: nameSchema.nullable(),
  firmware: nameSchema.nullable(),
  probe: probeSchema.nullable(),
  wirelessCharger: z.object({ connected: z.boolean(), charging: z.boolean() }).nullable(),
  battery: z
    .object({
      /** Percent. */
      charge: percentSchema,
      /** °C. */
      temperature: z.number(),
      ok: z.boolean(),
    })
    .nullable(),
  motor180: motorSchema.nullable(),
  motor360: motorSchema.nullable(),
  waterSensor: z.object({ levelPercent: percentSchema, ok: z.boolean() }).nullable(),
  motionSensor: z.object({ movementMm: z.number().nonnegative(), ok: z.boolean() }).nullable(),
  /** When the hardware was read last. */
  lastUpdateTimeStamp: instantSchema.nullable(),
});
export type HardwareState = z.infer<typeof hardwareStateSchema>;

export const DEVICE_STATES = [
  'offline',
  'ready',
  'preparing',
  'checking',
  'resetting',
  'scanning',
  'paused',
  'error',
] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/**
 * The retained status of a device. It is no part of an attempt's numbered messages: `seq` counts
 * the statuses of one `session`, and `scanId` and `epoch` say what is being recorded.
 */
export const deviceStatusSchema = envelopeSchema.extend(hardwareStateSchema.shape).extend({
  /** Which run of the scan service speaks; a later run has a higher number. */
  session: z.number().int().nonnegative(),
  connected: z.boolean(),
  state: z.enum(DEVICE_STATES),
  errorCode: z.enum(SCAN_ERROR_CODES),
  /** What the device itself said of its error, for support; people read the catalogue's words. */
  errorMessage: z.string().max(300).nullable(),
  deviceAngle: deviceAngleSchema.nullable(),
});
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

/**
 * Which of two statuses stands, whatever order they came in: one of an earlier run of the service
 * never does; within a run the higher `seq` does, except that a last will, written when the run
 * began, tells the end of it.
 */
export function latestStatus(last: DeviceStatus | null, next: DeviceStatus): DeviceStatus {
  if (last === null || next.session > last.session) return next;
  if (next.session < last.session) return last;
  if (next.seq > last.seq) return next;
  const isLastWill = next.state === 'offline' && last.state !== 'offline';
  return isLastWill ? { ...next, seq: last.seq } : last;
}
