import { defineServerExtension } from '#server/extension';
import { r3dJob } from './reconstruction/index.ts';

/** Server part of the extension: reconstructs scans recorded by the scan service. */
export const serverExtension = defineServerExtension({
  id: 'scanner',
  register(context) {
    context.jobs.handle('R3D', r3dJob);
  },
});
