import * as z from 'zod';
import { cloudSyncJobType, cloudSyncStatus } from '../../enumerations.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';

export const startCloudSyncSchema = z
  .strictObject({
    jobType: cloudSyncJobType.schema.default('SYNC_ALL_MANUAL'),
    /** The patient of SYNC_PATIENT; null otherwise. */
    patientId: idSchema.nullable().default(null),
  })
  .refine(({ jobType, patientId }) => (jobType === 'SYNC_PATIENT') === (patientId !== null), {
    path: ['patientId'],
    message: 'SYNC_PATIENT names a patient, and nothing else does',
  });

export const cloudSyncJobSchema = storedSchema.extend({
  title: z.string(),
  jobType: cloudSyncJobType.schema,
  status: cloudSyncStatus.schema,
  patientId: idSchema.nullable(),
  message: z.string().nullable(),
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
});
export type CloudSyncJob = z.infer<typeof cloudSyncJobSchema>;

export const cloudSyncStateSchema = z.object({
  /** Of the newest job; NOT_STARTED, shown as Ready, before the first. */
  status: cloudSyncStatus.schema,
  message: z.string().nullable(),
  /** When a sync was DONE last. */
  lastSyncAt: instantSchema.nullable(),
  /** Whether a cloud server is configured at all. */
  configured: z.boolean(),
  job: cloudSyncJobSchema.nullable(),
});
export type CloudSyncState = z.infer<typeof cloudSyncStateSchema>;
