export { WORKER_ENTRY, WORKER_INIT_ENV, type WorkerInit } from './worker-init.ts';
