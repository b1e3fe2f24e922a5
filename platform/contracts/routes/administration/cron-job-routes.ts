import * as z from 'zod';
import {
  cronJobFieldsSchema,
  cronJobSchema,
  cronRunSchema,
  newCronJobSchema,
} from '../../entities/administration/cron-job.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { cronJobType } from '../../enumerations.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of scheduled jobs. */
export const cronJobRoutes = {
  listCronJobs: defineRoute({
    method: 'GET',
    path: '/cronjobs',
    summary: 'Cron jobs, newest first',
    access: ['CRON_JOB_VIEW'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(cronJobSchema),
  }),
  getCronJob: defineRoute({
    method: 'GET',
    path: '/cronjobs/{id}',
    summary: 'One cron job',
    access: ['CRON_JOB_VIEW'],
    principals: [],
    params: byId,
    response: cronJobSchema,
  }),
  listCronJobsOfType: defineRoute({
    method: 'GET',
    path: '/cronjobs/type/{type}',
    summary: 'Cron jobs of a type, newest first',
    access: ['CRON_JOB_VIEW'],
    principals: [],
    params: z.object({ type: cronJobType.schema }),
    query: pageQuerySchema,
    response: pageSchema(cronJobSchema),
  }),
  listCronRuns: defineRoute({
    method: 'GET',
    path: '/cronjobs/{id}/runs',
    summary: 'Runs of a cron job with their results, newest first',
    access: ['CRON_JOB_VIEW'],
    principals: [],
    params: byId,
    query: pageQuerySchema,
    response: pageSchema(cronRunSchema),
  }),
  createCronJob: defineRoute({
    method: 'POST',
    path: '/cronjobs',
    summary: 'Create a cron job',
    access: ['CRON_JOB_UPDATE'],
    principals: [],
    body: newCronJobSchema,
    response: cronJobSchema,
  }),
  updateCronJob: defineRoute({
    method: 'PUT',
    path: '/cronjobs/{id}',
    summary: 'Change the schedule of a cron job',
    access: ['CRON_JOB_UPDATE'],
    principals: [],
    params: byId,
    body: cronJobFieldsSchema,
    response: cronJobSchema,
    ifMatch: 'required',
  }),
  deleteCronJob: defineRoute({
    method: 'DELETE',
    path: '/cronjobs/{id}',
    summary: 'Soft delete; it will not run again',
    access: ['CRON_JOB_UPDATE'],
    principals: [],
    params: byId,
    response: cronJobSchema,
    ifMatch: 'required',
  }),
};
