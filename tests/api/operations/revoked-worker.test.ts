import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, Job } from '#contracts';
import {
  createWorkerCredential,
  revokeWorkerCredential,
} from '../../../platform/server/accounts/worker-credentials.ts';
import { handOverJobs } from '../../../platform/server/jobs/hand-over-jobs.ts';
import { call } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());

const post = <T = Job>(path: string, body: object, token: string) =>
  call<T & ErrorResponse>(plane.url, token, 'POST', path, body);

describe('a job that a reader has stopped while its worker runs it', () => {
  it.each(['AUTO_DETECTION', 'org.example.blobs'] as const)(
    'is cancelled when the worker is revoked: %s',
    async (jobType) => {
      const { organizationId } = tenant;
      const reader = tenant.tokenOf('OPERATOR');
      const name = `worker of ${jobType}`;
      const jobTypes = [jobType];
      const created = await createWorkerCredential(plane.db, { organizationId, name, jobTypes });
      if (created === null) throw new Error('The worker was not created');
      const request = { jobType, entityId: await tenant.addScan() };
      const { id } = (await post('/jobqueue/queue-job', request, reader)).body;
      await post('/jobqueue/take', { types: jobTypes }, created.token);
      const stopped = await post(`/jobqueue/stop-job/${id}`, {}, reader);
      expect(stopped.body.status).toBe('IN_PROGRESS');
      await revokeWorkerCredential(plane.db, organizationId, name);
      const numbers = await handOverJobs(plane.db, organizationId, jobTypes);
      expect(numbers).toEqual({ toServer: 0, failed: 0 });
      const job = await call<Job>(plane.url, reader, 'GET', `/jobqueue/${id}`);
      expect(job.body).toMatchObject({ status: 'CANCELLED', problem: null });
      expect(job.body.endedAt).not.toBeNull();
    },
  );
});
