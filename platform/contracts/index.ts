export { permitsCall, waitsForPasswordChange } from './access.ts';
export * from './desktop.ts';
export * from './entities/administration/account.ts';
export * from './entities/administration/audit.ts';
export * from './entities/administration/audit-deed.ts';
export * from './entities/administration/client-state.ts';
export * from './entities/administration/cloud-sync.ts';
export * from './entities/administration/cron-job.ts';
export * from './entities/administration/dataset.ts';
export * from './entities/administration/device.ts';
export * from './entities/administration/device-settings.ts';
export * from './entities/administration/evaluation.ts';
export * from './entities/administration/external-log.ts';
export * from './entities/administration/job.ts';
export * from './entities/administration/organization.ts';
export * from './entities/administration/organization-switch.ts';
export * from './entities/administration/preference.ts';
export * from './entities/administration/reader-study.ts';
export * from './entities/administration/site-file.ts';
export * from './entities/administration/system-info.ts';
export * from './entities/administration/worker-job.ts';
export * from './entities/common.ts';
export * from './entities/files/attachment.ts';
export * from './entities/files/frame-sensors.ts';
export * from './entities/files/scan-file.ts';
export * from './entities/files/sweep-geometry.ts';
export * from './entities/files/upload.ts';
export * from './entities/findings/addendum-request.ts';
export * from './entities/findings/ai-run.ts';
export * from './entities/findings/finding.ts';
export * from './entities/findings/finding-actions.ts';
export * from './entities/findings/finding-ai.ts';
export * from './entities/findings/finding-history.ts';
export * from './entities/findings/finding-outcome.ts';
export * from './entities/findings/finding-relation.ts';
export * from './entities/findings/follow-up.ts';
export * from './entities/findings/follow-up-closure.ts';
export * from './entities/findings/frame-proposal.ts';
export * from './entities/findings/measurement.ts';
export * from './entities/findings/proposal.ts';
export * from './entities/findings/report.ts';
export * from './entities/findings/report-letter.ts';
export * from './entities/findings/report-statistics.ts';
export * from './entities/records/image-adjustment.ts';
export * from './entities/records/note.ts';
export * from './entities/records/palpable-place.ts';
export * from './entities/records/patient.ts';
export * from './entities/records/reading.ts';
export * from './entities/records/scan.ts';
export * from './entities/records/scan-correction.ts';
export * from './entities/records/scan-reader.ts';
export * from './entities/records/study.ts';
export * from './entities/records/study-claim.ts';
export * from './enumerations.ts';
export * from './errors.ts';
export * from './extension-id.ts';

export * from './external-link.ts';
export * from './field-errors.ts';
export * from './job-type.ts';
export * from './lists/index.ts';
export type { CorrectedPart } from './messages/record-messages.ts';
export * from './messages/server-message.ts';
export * from './mqtt/commands.ts';
export * from './mqtt/connection-config.ts';
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
export { defineRoute, type Method, type Route } from './route.ts';
export { type RouteName, routes } from './routes/catalogue.ts';
export {
  type FileAxis,
  fileAxisSchema,
  type ImportFields,
  importFieldsSchema,
} from './routes/records/scan-routes.ts';
export * from './scan-errors.ts';
export * from './search-text.ts';
export * from './site/extension-files.ts';
export * from './site/manifest.ts';
export * from './site/mode.ts';
export * from './site/public-config.ts';
export * from './site/service-init.ts';
export * from './site/site-config.ts';
