import * as z from 'zod';
import {
  cloudSyncJobSchema,
  cloudSyncStateSchema,
  startCloudSyncSchema,
} from '../../entities/administration/cloud-sync.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

/** Blind annotators hold STUDY_VIEW, but learn nothing of the sync: PATIENT_VIEW keeps them out. */
const MAY_LOOK = ['CRON_JOB_VIEW', 'PATIENT_VIEW'] as const;
const MAY_ACT = ['CRON_JOB_UPDATE', 'PATIENT_CREATE'] as const;

/** The sync with the cloud, as jobs. */
export const cloudSyncRoutes = {
  cloudSyncState: defineRoute({
    method: 'GET',
    path: '/cloud-sync/sync-status',
    summary: 'How the sync with the cloud stands',
    access: MAY_LOOK,
    principals: [],
    answer: cloudSyncStateSchema,
  }),
  listCloudSyncJobs: defineRoute({
    method: 'GET',
    path: '/cloudsyncjobs',
    summary: 'Sync jobs, newest first',
    access: MAY_LOOK,
    principals: [],
    query: pageQuerySchema,
    answer: pageSchema(cloudSyncJobSchema),
  }),
  getCloudSyncJob: defineRoute({
    method: 'GET',
    path: '/cloudsyncjobs/{id}',
    summary: 'One sync job',
    access: MAY_LOOK,
    principals: [],
    params: z.object({ id: idSchema }),
    answer: cloudSyncJobSchema,
  }),
  startCloudSync: defineRoute({
    method: 'POST',
    path: '/cloudsyncjobs/actions/start',
    summary: 'Start a sync; one at a time',
    access: MAY_ACT,
    principals: [],
    body: startCloudSyncSchema,
    answer: cloudSyncJobSchema,
  }),
  stopCloudSync: defineRoute({
    method: 'POST',
    path: '/cloudsyncjobs/actions/stopSync',
    summary: 'Stop the sync that runs; one that has ended stays as it is',
    access: MAY_ACT,
    principals: [],
    body: z.strictObject({ id: idSchema }),
    answer: cloudSyncJobSchema,
  }),
};
