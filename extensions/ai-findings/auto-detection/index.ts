export { autoDetectionJob } from './auto-detection-job.ts';
export { nippleModel } from './nipple-model.ts';
export { autoDetectionSettingsSchema } from './settings.ts';
