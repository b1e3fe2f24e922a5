export { openBoss } from './job-boss.ts';
export { JobQueue, jobMessage, type PublishJob } from './job-queue.ts';
export { LEASE_MS, MAX_ATTEMPTS } from './job-rows.ts';
export { registerJobRoutes } from './register-job-routes.ts';
