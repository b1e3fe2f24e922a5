import * as z from 'zod';
import { jobSchema } from '../entities/administration/job.ts';
import { idSchema, instantSchema } from '../entities/common.ts';
import { frameSensorsSchema } from '../entities/files/frame-sensors.ts';
import { cloudSyncStatus } from '../enumerations.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';

export const acknowledgementSchema = envelopeSchema.extend({
  /**
   * The command that is answered; null for what the device did by itself: Completed, Failed, or
   * Paused with the `errorCode` of a warning that waits for someone to resume or restart.
   */
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
  sensors: frameSensorsSchema.optional(),
  meta: z.object({ storagePath: z.string() }),
});
export type ImageTick = z.infer<typeof imageTickSchema>;

/** Where the time of a device goes: the seconds since it began, and those it expects to take still. */
export const timingTickSchema = envelopeSchema.extend({
  phase: z.enum(['preparing', 'checking', 'scanning', 'paused']),
  /** Without the pauses of a scan. */
  elapsedSeconds: z.number().nonnegative(),
  /** Null while nobody can tell. */
  secondsLeft: z.number().nonnegative().nullable(),
});
export type TimingTick = z.infer<typeof timingTickSchema>;

/** The desktop shell saw the scan service die. */
export const scanServiceCrashedSchema = envelopeSchema.extend({
  exitCode: z.number().int().nullable(),
  signal: z.string().max(32).nullable(),
  /** Whether it is being started again. */
  restarting: z.boolean(),
});
export type ScanServiceCrashed = z.infer<typeof scanServiceCrashedSchema>;

/** The desktop shell was started with a link, for the window that is open already. */
export const openUrlFromArgvSchema = envelopeSchema.extend({ url: z.string().min(1).max(2048) });
export type OpenUrlFromArgv = z.infer<typeof openUrlFromArgvSchema>;

/** The window tells its shell whether developer mode is on. */
export const devModeSchema = envelopeSchema.extend({ enabled: z.boolean() });
export type DevMode = z.infer<typeof devModeSchema>;

/** A hint that the state of cloud sync changed; `GET /cloud-sync/sync-status` is the truth. */
export const cloudSyncStatusMessageSchema = z.object({
  id: idSchema,
  at: instantSchema,
  status: cloudSyncStatus.schema,
  jobId: idSchema.nullable(),
});
export type CloudSyncStatusMessage = z.infer<typeof cloudSyncStatusMessageSchema>;

/** A line of the running sync job's log: counts and kinds, never a patient. */
export const cloudSyncLogMessageSchema = z.object({
  id: idSchema,
  at: instantSchema,
  jobId: idSchema,
  level: z.enum(['info', 'warn', 'error']),
  text: z.string().max(500),
});
export type CloudSyncLogMessage = z.infer<typeof cloudSyncLogMessageSchema>;

/** A hint that a job changed; the job row is the truth. */
export const jobMessageSchema = z.object({ id: idSchema, at: instantSchema, job: jobSchema });
export type JobMessage = z.infer<typeof jobMessageSchema>;

/**
 * A hint that a study has changed in what lists show of it: who holds it, its priority, how far its
 * reading is; or that it has got another scan, which those who have it open look for. Nothing of the
 * study or the patient; the rows are the truth.
 */
export const studyMessageSchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  studyId: idSchema,
  what: z.enum(['STUDY', 'SCANS']),
});
export type StudyMessage = z.infer<typeof studyMessageSchema>;

/**
 * A hint to those who have a scan open: its findings, the scan itself (its nipple), the files that
 * tell what it shows and where (its volume, its skin), or who else reads it has changed. Nothing of
 * what was said; the rows are the truth.
 */
export const scanMessageSchema = z.strictObject({
  id: idSchema,
  at: instantSchema,
  scanId: idSchema,
  what: z.enum(['FINDINGS', 'SCAN', 'FILES', 'READERS']),
});
export type ScanMessage = z.infer<typeof scanMessageSchema>;
