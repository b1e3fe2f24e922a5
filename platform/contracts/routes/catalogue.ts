import { accountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { findingRoutes } from './finding-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { listRoutes } from './list-routes.ts';
import { noteRoutes } from './note-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { patientRoutes } from './patient-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { scanFileRoutes } from './scan-file-routes.ts';
import { scanRoutes } from './scan-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

/** Every call of the API by name. */
export const routes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...patientRoutes,
  ...listRoutes,
  ...noteRoutes,
  ...scanRoutes,
  ...scanFileRoutes,
  ...uploadRoutes,
  ...findingRoutes,
  ...reportRoutes,
  ...jobRoutes,
  ...deviceRoutes,
  ...operationRoutes,
  ...auditRoutes,
};
export type RouteName = keyof typeof routes;
