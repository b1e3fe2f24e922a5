import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHandler } from '#server/extension';
import { r3dJob } from '../../../../extensions/scanner/reconstruction/index.ts';
import { serveJobs } from './serve-jobs.ts';

const STEP_MS = 15;

/**
 * The product's own reconstruction, with a pause after each step, so that a test can kill the
 * worker in every step.
 */
const slowed: JobHandler = {
  ...r3dJob,
  run: (run) =>
    r3dJob.run({
      ...run,
      async progress(phase, done, total) {
        await run.progress(phase, done, total);
        await sleep(STEP_MS);
      },
    }),
};

await serveJobs(
  new Map([['R3D', { extensionId: 'scanner', settings: { voxelMm: 0.8 }, handler: slowed }]]),
);
