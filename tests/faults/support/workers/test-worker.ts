import { serveJobs } from './serve-jobs.ts';
import { testHandlers } from './test-handlers.ts';

/** A worker whose jobs tests can foresee. */
await serveJobs(testHandlers);
