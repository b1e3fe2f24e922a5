import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { jobSchema } from '../entities/job.ts';
import { deviceAngleSchema } from '../entities/scan.ts';
import { scanProtocol, scanSide } from '../enumerations.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';

/**
 * What every message carries. `epoch` counts the attempts of a scan, `seq` the messages of an
 * epoch: a receiver drops what is not newer than the newest it has seen.
 */
const envelopeSchema = z.object({
  id: idSchema,
  at: instantSchema,
  scanId: idSchema.nullable(),
  epoch: z.number().int().nonnegative(),
  seq: z.number().int().nonnegative(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export const startScanSchema = envelopeSchema.extend({
  scanId: idSchema,
  laterality: scanSide.schema,
  protocol: scanProtocol.schema,
});
export type StartScan = z.infer<typeof startScanSchema>;

/** Pause, resume, stop and the other commands that need no body. */
export const plainCommandSchema = envelopeSchema;

export const acknowledgementSchema = envelopeSchema.extend({
  /** The command that is answered; null for what the device did by itself (Completed, Failed). */
  commandId: idSchema.nullable(),
  errorCode: z.enum(SCAN_ERROR_CODES).default('NoError'),
  framesStored: z.number().int().nonnegative(),
  framesTotal: z.number().int().positive(),
});
export type AcknowledgementMessage = z.infer<typeof acknowledgementSchema>;

/** A stored frame. The picture itself is read by HTTP: `GET /scanfiles/{fileId}/download`. */
export const imageTickSchema = envelopeSchema.extend({
  scanId: idSchema,
  fileId: idSchema,
  sweep: z.enum(['CEN', 'PER']),
  frameIdx: z.number().int().nonnegative(),
  clockDeg: z.number(),
  framesStored: z.number().int().nonnegative(),
  framesTotal: z.number().int().positive(),
  secondsLeft: z.number().nonnegative(),
  meta: z.object({ storagePath: z.string() }),
});
export type ImageTick = z.infer<typeof imageTickSchema>;

export const deviceStatusSchema = envelopeSchema.extend({
  connected: z.boolean(),
  state: z.enum(['offline', 'ready', 'scanning', 'paused', 'error']),
  errorCode: z.enum(SCAN_ERROR_CODES),
  productId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  firmware: z.string().nullable(),
  deviceAngle: deviceAngleSchema.nullable(),
  batteryPercent: z.number().min(0).max(100).nullable(),
  waterPercent: z.number().min(0).max(100).nullable(),
  movementMm: z.number().nonnegative().nullable(),
  motor360Deg: z.number().nullable(),
  motor180Deg: z.number().nullable(),
});
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

/** A hint that a job changed; the job row is the truth. */
export const jobMessageSchema = z.object({ id: idSchema, at: instantSchema, job: jobSchema });
export type JobMessage = z.infer<typeof jobMessageSchema>;

/**
 * A hint that a study has changed in what lists show of it: who holds it, its priority, how far its
 * reading is. Nothing of the study or the patient; the rows are the truth.
 */
export const studyMessageSchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  studyId: idSchema,
});
export type StudyMessage = z.infer<typeof studyMessageSchema>;

export type NewerThan = Pick<Envelope, 'epoch' | 'seq'>;

/** True when `next` comes after `last` by (epoch, seq): duplicates and late messages are not. */
export function isNewer(next: NewerThan, last: NewerThan | null): boolean {
  if (last === null) return true;
  return next.epoch > last.epoch || (next.epoch === last.epoch && next.seq > last.seq);
}
