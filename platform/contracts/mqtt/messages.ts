import * as z from 'zod';
import { jobSchema } from '../entities/administration/job.ts';
import { idSchema, instantSchema } from '../entities/common.ts';
import { frameSensorsSchema } from '../entities/files/frame-sensors.ts';
import { cloudSyncStatus } from '../enumerations.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';

export const acknowledgementSchema = envelopeSchema.extend({
  /**
   * The acknowledged command; null if the device acted by itself: Completed, Failed, or Paused with
   * the `errorCode` of a warning that waits for a user to resume or restart.
   */
  commandId: idSchema.nullable(),
  errorCode: z.enum(SCAN_ERROR_CODES).default('NoError'),
  framesStored: z.number().int().nonnegative(),
  framesTotal: z.number().int().positive(),
});
export type AcknowledgementMessage = z.infer<typeof acknowledgementSchema>;

/** Reports a stored frame. The image is read by HTTP: `GET /scanfiles/{fileId}/download`. */
export const imageTickSchema = envelopeSchema.extend({
  scanId: idSchema,
  fileId: idSchema,
  sweep: z.enum(['CEN', 'PER']),
  frameIdx: z.number().int().nonnegative(),
  clockDeg: z.number(),
  framesStored: z.number().int().nonnegative(),
  framesTotal: z.number().int().positive(),
  /** Expected remaining time of the scan; null until enough frames show the pace. */
  secondsLeft: z.number().nonnegative().nullable(),
  sensors: frameSensorsSchema.optional(),
  meta: z.object({ storagePath: z.string() }),
});
export type ImageTick = z.infer<typeof imageTickSchema>;

/** Timing of a device: elapsed seconds and expected remaining seconds. */
export const timingTickSchema = envelopeSchema.extend({
  phase: z.enum(['preparing', 'checking', 'scanning', 'paused']),
  /** Excludes pauses of a scan. */
  elapsedSeconds: z.number().nonnegative(),
  /** Null if unknown. */
  secondsLeft: z.number().nonnegative().nullable(),
});
export type TimingTick = z.infer<typeof timingTickSchema>;

/** Sent by the desktop shell after the scan service has crashed. */
export const scanServiceCrashedSchema = envelopeSchema.extend({
  exitCode: z.number().int().nullable(),
  signal: z.string().max(32).nullable(),
  /** Whether the shell restarts the service. */
  restarting: z.boolean(),
});
export type ScanServiceCrashed = z.infer<typeof scanServiceCrashedSchema>;

/** Sent by the desktop shell when a later start passes a link to the open window. */
export const openUrlFromArgvSchema = envelopeSchema.extend({ url: z.string().min(1).max(2048) });
export type OpenUrlFromArgv = z.infer<typeof openUrlFromArgvSchema>;

/** Sent by the window to its shell when developer mode changes. */
export const devModeSchema = envelopeSchema.extend({ enabled: z.boolean() });
export type DevMode = z.infer<typeof devModeSchema>;

/** Change event of cloud sync; `GET /cloud-sync/sync-status` has the authoritative state. */
export const cloudSyncStatusMessageSchema = z.object({
  id: idSchema,
  at: instantSchema,
  status: cloudSyncStatus.schema,
  jobId: idSchema.nullable(),
});
export type CloudSyncStatusMessage = z.infer<typeof cloudSyncStatusMessageSchema>;

/** Log line of the running sync job: counts and kinds, never patient data. */
export const cloudSyncLogMessageSchema = z.object({
  id: idSchema,
  at: instantSchema,
  jobId: idSchema,
  level: z.enum(['info', 'warn', 'error']),
  text: z.string().max(500),
});
export type CloudSyncLogMessage = z.infer<typeof cloudSyncLogMessageSchema>;

/** Change event of a job; the job row is authoritative. */
export const jobMessageSchema = z.object({ id: idSchema, at: instantSchema, job: jobSchema });
export type JobMessage = z.infer<typeof jobMessageSchema>;

/**
 * Change event of a study: STUDY if its list fields (patient, claim, priority, reading state) or
 * notes changed, SCANS if a scan was added or changed. Contains no study or patient data; the rows
 * are authoritative.
 */
export const studyMessageSchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  studyId: idSchema,
  what: z.enum(['STUDY', 'SCANS']),
});
export type StudyMessage = z.infer<typeof studyMessageSchema>;

/**
 * Change event for clients with the scan open: its findings, their notes, the scan itself (nipple),
 * its files (volume, skin) or its readers changed. Contains no further data; the rows are
 * authoritative.
 */
export const scanMessageSchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  scanId: idSchema,
  what: z.enum(['FINDINGS', 'NOTES', 'SCAN', 'FILES', 'READERS']),
});
export type ScanMessage = z.infer<typeof scanMessageSchema>;
