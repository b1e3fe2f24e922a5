import type { ProviderWorker } from './run-in-worker.ts';

/** Creates the web worker that runs one provider once. */
export const createProviderWorker = (): ProviderWorker =>
  new Worker(new URL('./worker/provider-worker.ts', import.meta.url), { type: 'module' });
