export * from './desktop.ts';
export * from './entities/account.ts';
export * from './entities/attachment.ts';
export * from './entities/audit.ts';
export * from './entities/client-state.ts';
export * from './entities/cloud-sync.ts';
export * from './entities/common.ts';
export * from './entities/cron-job.ts';
export * from './entities/device.ts';
export * from './entities/device-settings.ts';
export * from './entities/external-log.ts';
export * from './entities/finding.ts';
export * from './entities/finding-actions.ts';
export * from './entities/finding-history.ts';
export * from './entities/finding-relation.ts';
export * from './entities/frame-sensors.ts';
export * from './entities/image-adjustment.ts';
export * from './entities/job.ts';
export * from './entities/measurement.ts';
export * from './entities/note.ts';
export * from './entities/organization.ts';
export * from './entities/organization-switch.ts';
export * from './entities/patient.ts';
export * from './entities/preference.ts';
export * from './entities/raw-place.ts';
export * from './entities/reading.ts';
export * from './entities/report.ts';
export * from './entities/scan.ts';
export * from './entities/scan-file.ts';
export * from './entities/scan-reader.ts';
export * from './entities/site-file.ts';
export * from './entities/study.ts';
export * from './entities/study-hold.ts';
export * from './entities/system-info.ts';
export * from './entities/upload.ts';
export * from './enumerations.ts';
export * from './errors.ts';
export * from './external-link.ts';
export * from './lists/index.ts';
export * from './mqtt/commands.ts';
export * from './mqtt/developer.ts';
export * from './mqtt/device-status.ts';
export * from './mqtt/diagnostics.ts';
export {
  type Envelope,
  isNewer,
  type NewerThan,
} from './mqtt/envelope.ts';
export * from './mqtt/messages.ts';
export * from './mqtt/topic-catalogue.ts';
export * from './mqtt/topics.ts';
export * from './passwords.ts';
export * from './patterns.ts';
export * from './permissions.ts';
export * from './risk-sum.ts';
export { type RouteName, routes } from './routes/catalogue.ts';
export { defineRoute, type Method, type Route } from './routes/route.ts';
export {
  type FileAxis,
  fileAxisSchema,
  type ImportFields,
  importFieldsSchema,
} from './routes/scan-routes.ts';
export * from './scan-errors.ts';
export * from './search-words.ts';
export * from './site/manifest.ts';
export * from './site/mode.ts';
export * from './site/public-config.ts';
export * from './site/service-init.ts';
export * from './site/site-config.ts';
