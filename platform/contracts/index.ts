export * from './entities/account.ts';
export * from './entities/audit.ts';
export * from './entities/common.ts';
export * from './entities/device.ts';
export * from './entities/finding.ts';
export * from './entities/job.ts';
export * from './entities/patient.ts';
export * from './entities/scan.ts';
export * from './entities/scan-file.ts';
export * from './entities/study.ts';
export * from './enumerations.ts';
export * from './errors.ts';
export * from './mqtt/messages.ts';
export * from './mqtt/topics.ts';
export * from './permissions.ts';
export { type RouteName, routes } from './routes/catalogue.ts';
export { defineRoute, type Method, type Route } from './routes/route.ts';
export {
  type FileAxis,
  fileAxisSchema,
  type ImportFields,
  importFieldsSchema,
} from './routes/scan-routes.ts';
export * from './scan-errors.ts';
export * from './site/manifest.ts';
export * from './site/mode.ts';
export * from './site/public-config.ts';
export * from './site/site-config.ts';
