import { defineServerExtension } from '#server/extension';
import { r3dJob } from './reconstruction/index.ts';

/** Server half: reconstructs what the scan service has recorded. */
export const serverExtension = defineServerExtension({
  id: 'scanner',
  register(context) {
    context.jobs.handle('R3D', r3dJob);
  },
});
