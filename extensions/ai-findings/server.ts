import { defineServerExtension } from '#server/extension';
import {
  autoDetectionJob,
  autoDetectionSettingsSchema,
  nippleModel,
} from './auto-detection/index.ts';

/** Server part of the extension: proposes lesions and the nipple in reconstructed volumes. */
export const serverExtension = defineServerExtension({
  id: 'ai-findings',
  register(context) {
    context.jobs.handle('AUTO_DETECTION', autoDetectionJob);
    // A site with a model of its own switches this one off, because only one can be offered.
    if (autoDetectionSettingsSchema.parse(context.settings).nippleModel) {
      context.nipple.offer(nippleModel);
    }
  },
});
