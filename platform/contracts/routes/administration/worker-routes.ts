import * as z from 'zod';
import { jobSchema } from '../../entities/administration/job.ts';
import {
  completeJobSchema,
  failJobSchema,
  renewedJobSchema,
  renewJobSchema,
  startJobSchema,
  takeJobSchema,
  takenJobSchema,
  workerLeaseSchema,
  workerVolumeSchema,
} from '../../entities/administration/worker-job.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { BODY_BYTES, defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
/** No user may call these routes; workers sign in with a worker credential. */
const worker = { access: [], principals: ['worker'] } as const;

/** Routes of workers that run outside the server, such as `clients/python`. */
export const workerRoutes = {
  listWorkerVolumes: defineRoute({
    ...worker,
    method: 'GET',
    path: '/jobqueue/volumes',
    summary: 'Latest volumes of completed scans, newest scan first, without patient identity',
    query: pageQuerySchema.extend({
      scanId: idSchema.optional().describe('Only the volume of this scan.'),
    }),
    response: pageSchema(workerVolumeSchema),
  }),
  takeJob: defineRoute({
    ...worker,
    method: 'POST',
    path: '/jobqueue/take',
    summary: 'Take the oldest waiting job of the given types, with a lease',
    body: takeJobSchema,
    response: takenJobSchema,
  }),
  startJob: defineRoute({
    ...worker,
    method: 'POST',
    path: '/jobqueue/start',
    summary: 'Queue a job for a completed scan and take it at once, with a lease',
    body: startJobSchema,
    response: workerLeaseSchema,
  }),
  renewJob: defineRoute({
    ...worker,
    method: 'POST',
    path: '/jobqueue/{id}/renew',
    summary: 'Renew a lease, report progress, and learn whether the job was stopped',
    params: byId,
    body: renewJobSchema,
    response: renewedJobSchema,
  }),
  completeJob: defineRoute({
    ...worker,
    method: 'POST',
    path: '/jobqueue/{id}/complete',
    summary: 'Complete a job with all its results, or with none when the lease has ended',
    params: byId,
    body: completeJobSchema,
    maxBodyBytes: BODY_BYTES.document,
    response: jobSchema,
  }),
  failJob: defineRoute({
    ...worker,
    method: 'POST',
    path: '/jobqueue/{id}/fail',
    summary: 'End a job as FAILED with a reason for readers',
    params: byId,
    body: failJobSchema,
    response: jobSchema,
  }),
};
