import * as z from 'zod';
import { jobSchema, listedJobSchema, queueJobSchema } from '../../entities/administration/job.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { jobStatus } from '../../enumerations.ts';
import { anyJobTypeSchema } from '../../job-type.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of the job queue: reconstruction, detection, transfer. */
export const jobRoutes = {
  queueJob: defineRoute({
    method: 'POST',
    path: '/jobqueue/queue-job',
    summary: 'Queue a job; one per entity and type at a time',
    access: ['STUDY_CREATE', 'ADMIN_ACCOUNT'],
    principals: [],
    body: queueJobSchema,
    response: jobSchema,
  }),
  stopJob: defineRoute({
    method: 'POST',
    path: '/jobqueue/stop-job/{id}',
    summary: 'Request a job to stop; it ends as CANCELLED',
    access: ['STUDY_CREATE', 'ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: jobSchema,
  }),
  listRunningJobs: defineRoute({
    method: 'GET',
    path: '/jobqueue/get-running-job',
    summary: 'Queued and running jobs, newest first',
    access: ['STUDY_VIEW', 'ADMIN_ACCOUNT'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(jobSchema),
  }),
  listJobs: defineRoute({
    method: 'GET',
    path: '/jobqueue/jobs',
    summary:
      'Every job of the organization with scan and patient, newest first; names of patients need the permission PATIENT_VIEW',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: pageQuerySchema.extend({ status: jobStatus.schema.optional() }),
    response: pageSchema(listedJobSchema),
  }),
  getJob: defineRoute({
    method: 'GET',
    path: '/jobqueue/{id}',
    summary: 'One job',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    response: jobSchema,
  }),
  latestJob: defineRoute({
    method: 'GET',
    path: '/jobqueue/id/{entityId}/{jobType}',
    summary: 'The latest job of an entity and type',
    access: ['STUDY_VIEW'],
    principals: [],
    params: z.object({ entityId: idSchema, jobType: anyJobTypeSchema }),
    response: jobSchema,
  }),
  listJobsOfScan: defineRoute({
    method: 'GET',
    path: '/scans/{scanId}/jobs',
    summary: 'Every job of a scan, newest first',
    access: ['STUDY_VIEW'],
    principals: [],
    params: z.object({ scanId: idSchema }),
    query: pageQuerySchema,
    response: pageSchema(jobSchema),
  }),
};
