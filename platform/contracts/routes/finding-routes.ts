import * as z from 'zod';
import { idSchema, pageSchema } from '../entities/common.ts';
import { deviceLeaseSchema, deviceSchema } from '../entities/device.ts';
import { findingFieldsSchema, findingSchema, findingUpdateSchema } from '../entities/finding.ts';
import { jobSchema, queueJobSchema } from '../entities/job.ts';
import { jobType } from '../enumerations.ts';
import { defineRoute } from './route.ts';

const byId = z.object({ id: idSchema });

export const findingRoutes = {
  listFindings: defineRoute({
    method: 'GET',
    path: '/scans/{scanId}/findings',
    summary: 'Findings of a scan that are not deleted, newest first',
    access: ['ANTN_VIEW'],
    principals: ['worker'],
    params: z.object({ scanId: idSchema }),
    answer: pageSchema(findingSchema),
  }),
  createFinding: defineRoute({
    method: 'POST',
    path: '/findings',
    summary: 'A new finding; a mark id that exists already is refused',
    access: ['ANTN_CREATE'],
    principals: ['worker'],
    body: findingFieldsSchema,
    answer: findingSchema,
  }),
  updateFinding: defineRoute({
    method: 'PUT',
    path: '/findings/{id}',
    summary: 'Change a finding; also brings a deleted one back (undo)',
    access: ['ANTN_CREATE'],
    principals: [],
    params: byId,
    body: findingUpdateSchema,
    answer: findingSchema,
    ifMatch: 'required',
  }),
  deleteFinding: defineRoute({
    method: 'DELETE',
    path: '/findings/{id}',
    summary: 'Soft delete',
    access: ['ANTN_CREATE'],
    principals: [],
    params: byId,
    answer: findingSchema,
    ifMatch: 'required',
  }),
};

export const jobRoutes = {
  queueJob: defineRoute({
    method: 'POST',
    path: '/jobqueue/queue-job',
    summary: 'Queue a job; one per entity and type at a time',
    access: ['STUDY_CREATE'],
    principals: [],
    body: queueJobSchema,
    answer: jobSchema,
  }),
  stopJob: defineRoute({
    method: 'POST',
    path: '/jobqueue/stop-job/{id}',
    summary: 'Ask a job to stop; it ends as CANCELLED',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    answer: jobSchema,
  }),
  listRunningJobs: defineRoute({
    method: 'GET',
    path: '/jobqueue/get-running-job',
    summary: 'Jobs that wait or run',
    access: ['STUDY_VIEW'],
    principals: [],
    answer: pageSchema(jobSchema),
  }),
  getJob: defineRoute({
    method: 'GET',
    path: '/jobqueue/{id}',
    summary: 'One job',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    answer: jobSchema,
  }),
  latestJob: defineRoute({
    method: 'GET',
    path: '/jobqueue/id/{entityId}/{jobType}',
    summary: 'The latest job of an entity and type',
    access: ['STUDY_VIEW'],
    principals: [],
    params: z.object({ entityId: idSchema, jobType: jobType.schema }),
    answer: jobSchema,
  }),
};

export const deviceRoutes = {
  listDevices: defineRoute({
    method: 'GET',
    path: '/organization/{organizationId}/devices',
    summary: 'Devices of the organization',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    params: z.object({ organizationId: idSchema }),
    answer: pageSchema(deviceSchema),
  }),
  leaseDevice: defineRoute({
    method: 'POST',
    path: '/devices/{id}/actions/lease',
    summary:
      'Sole command of a device for this session, until five minutes without use; Conflict names who holds it',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    answer: deviceLeaseSchema,
  }),
  releaseDevice: defineRoute({
    method: 'POST',
    path: '/devices/{id}/actions/release',
    summary: 'Give the command of a device back',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    answer: z.object({}),
  }),
};
