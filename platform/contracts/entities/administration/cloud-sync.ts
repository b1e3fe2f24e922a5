import * as z from 'zod';
import { cloudSyncJobType, cloudSyncStatus } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';

export const startCloudSyncSchema = z
  .strictObject({
    jobType: cloudSyncJobType.schema.default('SYNC_ALL_MANUAL'),
    /** Patient of SYNC_PATIENT; null for other jobs. */
    patientId: idSchema.nullable().default(null),
  })
  .refine(({ jobType, patientId }) => (jobType === 'SYNC_PATIENT') === (patientId !== null), {
    path: ['patientId'],
    ...fieldText('SYNC_PATIENT'),
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
  /** Status of the newest job; NOT_STARTED, shown as Ready, before the first job. */
  status: cloudSyncStatus.schema,
  message: z.string().nullable(),
  /** Time of the last sync that ended as DONE. */
  lastSyncAt: instantSchema.nullable(),
  /** Whether a cloud server is configured. */
  configured: z.boolean(),
  job: cloudSyncJobSchema.nullable(),
});
export type CloudSyncState = z.infer<typeof cloudSyncStateSchema>;
