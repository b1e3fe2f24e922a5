import * as z from 'zod';
import { instantSchema } from '../entities/common.ts';
import { deviceAngleSchema } from '../entities/records/scan.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { fieldText } from '../texts/field-texts.ts';
import { envelopeSchema } from './envelope.ts';

/**
 * Name from a type plate; limited so that a complete status stays below the broker's message limit.
 */
const nameSchema = z.string().max(64);
const percentSchema = z.number().min(0).max(100);

/** The connected transducer; `parameters` are named by its manufacturer. */
export const probeSchema = z.object({
  name: nameSchema,
  oemId: nameSchema,
  serialNumber: nameSchema,
  parameters: z
    .record(z.string().max(32), z.union([z.number(), z.string().max(32)]))
    .refine((parameters) => Object.keys(parameters).length <= 16, fieldText('PROBE_PARAMETERS')),
});
export type Probe = z.infer<typeof probeSchema>;

const motorSchema = z.object({
  /** Encoder angle in degrees. */
  positionDeg: z.number(),
  ok: z.boolean(),
});

/** Identity and current sensor readings of the device; null means unknown. */
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
  /** Time of the last hardware read. */
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
 * Retained status of a device. Not numbered with the messages of an attempt: `seq` counts the
 * statuses of one `session`, and `scanId` and `epoch` identify the current recording.
 */
export const deviceStatusSchema = envelopeSchema.extend(hardwareStateSchema.shape).extend({
  /** Run of the scan service that published the status; later runs have higher numbers. */
  session: z.number().int().nonnegative(),
  /** False if `state` is offline. */
  connected: z.boolean(),
  state: z.enum(DEVICE_STATES),
  errorCode: z.enum(SCAN_ERROR_CODES),
  /** Error message of the device for support; users see the text of the error catalogue. */
  errorMessage: z.string().max(300).nullable(),
  deviceAngle: deviceAngleSchema.nullable(),
});
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

/**
 * Returns the newer of two statuses, regardless of their order of arrival. A later session wins;
 * within a session the higher `seq` wins, except that a last will ends the session although its
 * `seq` dates from the start.
 */
export function latestStatus(last: DeviceStatus | null, next: DeviceStatus): DeviceStatus {
  if (last === null || next.session > last.session) return next;
  if (next.session < last.session) return last;
  if (next.seq > last.seq) return next;
  const isLastWill = next.state === 'offline' && last.state !== 'offline';
  return isLastWill ? { ...next, seq: last.seq } : last;
}
