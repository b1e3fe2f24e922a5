import { serveJobs } from './serve-jobs.ts';
import { testHandlers } from './test-handlers.ts';

/** A worker with predictable jobs. */
await serveJobs(testHandlers);
