export { openBoss } from './job-boss.ts';
export { JobQueue, jobMessage, type PublishJob } from './job-queue.ts';
export { JOB_LEASE_MS, MAX_JOB_ATTEMPTS } from './job-rows.ts';
export { registerJobRoutes } from './register-job-routes.ts';
export { registerWorkerRoutes } from './register-worker-routes.ts';
