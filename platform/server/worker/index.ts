export { WORKER_ENTRY, type WorkerInit } from './worker-init.ts';
