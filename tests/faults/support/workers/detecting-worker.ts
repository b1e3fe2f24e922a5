import { autoDetectionJob } from '../../../../extensions/ai-findings/auto-detection/index.ts';
import { ballJob } from './ball-job.ts';
import { serveJobs } from './serve-jobs.ts';

/** The product's own detection, which starts after each published volume. */
await serveJobs(
  new Map([
    ['R3D', { extensionId: 'scanner', settings: {}, handler: ballJob }],
    [
      'AUTO_DETECTION',
      {
        extensionId: 'ai-findings',
        settings: { detectOnCompletion: true, proposeNippleAfterReconstruction: true },
        handler: autoDetectionJob,
      },
    ],
  ]),
);
