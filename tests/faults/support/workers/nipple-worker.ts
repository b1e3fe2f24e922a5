import { autoDetectionJob } from '../../../../extensions/ai-findings/auto-detection/index.ts';
import { ballJob } from './ball-job.ts';
import { serveJobs } from './serve-jobs.ts';

/** The product's own detection on a site that asks for the nipple of each volume only. */
await serveJobs(
  new Map([
    ['R3D', { extensionId: 'scanner', settings: {}, handler: ballJob }],
    [
      'AUTO_DETECTION',
      {
        extensionId: 'ai-findings',
        settings: { proposeNippleAfterReconstruction: true },
        handler: autoDetectionJob,
      },
    ],
  ]),
);
