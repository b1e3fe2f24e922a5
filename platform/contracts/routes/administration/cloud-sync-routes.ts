import * as z from 'zod';
import {
  cloudSyncJobSchema,
  cloudSyncStateSchema,
  startCloudSyncSchema,
} from '../../entities/administration/cloud-sync.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

/** Excludes blind annotators, who have STUDY_VIEW but neither of these features. */
const VIEW_ACCESS = ['CRON_JOB_VIEW', 'PATIENT_VIEW'] as const;
const MANAGE_ACCESS = ['CRON_JOB_UPDATE', 'PATIENT_CREATE'] as const;

/** Routes of cloud sync jobs. */
export const cloudSyncRoutes = {
  cloudSyncState: defineRoute({
    method: 'GET',
    path: '/cloud-sync/sync-status',
    summary: 'State of the cloud sync',
    access: VIEW_ACCESS,
    principals: [],
    response: cloudSyncStateSchema,
  }),
  listCloudSyncJobs: defineRoute({
    method: 'GET',
    path: '/cloudsyncjobs',
    summary: 'Sync jobs, newest first',
    access: VIEW_ACCESS,
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(cloudSyncJobSchema),
  }),
  getCloudSyncJob: defineRoute({
    method: 'GET',
    path: '/cloudsyncjobs/{id}',
    summary: 'One sync job',
    access: VIEW_ACCESS,
    principals: [],
    params: z.object({ id: idSchema }),
    response: cloudSyncJobSchema,
  }),
  startCloudSync: defineRoute({
    method: 'POST',
    path: '/cloudsyncjobs/actions/start',
    summary: 'Start a sync; one at a time',
    access: MANAGE_ACCESS,
    principals: [],
    body: startCloudSyncSchema,
    response: cloudSyncJobSchema,
  }),
  stopCloudSync: defineRoute({
    method: 'POST',
    path: '/cloudsyncjobs/actions/stopSync',
    summary: 'Stop the running sync; a completed sync stays as it is',
    access: MANAGE_ACCESS,
    principals: [],
    body: z.strictObject({ id: idSchema }),
    response: cloudSyncJobSchema,
  }),
};
