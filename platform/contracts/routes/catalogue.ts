import { accountRoutes } from './administration/account-routes.ts';
import { auditRoutes } from './administration/audit-routes.ts';
import { datasetRoutes } from './administration/dataset-routes.ts';
import { deviceRoutes } from './administration/device-routes.ts';
import { jobRoutes } from './administration/job-routes.ts';
import { listRoutes } from './administration/list-routes.ts';
import { readerStudyRoutes } from './administration/reader-study-routes.ts';
import { sessionRoutes } from './administration/session-routes.ts';
import { workerRoutes } from './administration/worker-routes.ts';
import { scanFileRoutes } from './files/scan-file-routes.ts';
import { uploadRoutes } from './files/upload-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { aiRunRoutes } from './records/ai-run-routes.ts';
import { evaluationRoutes } from './records/evaluation-routes.ts';
import { findingProviderRoutes } from './records/finding-provider-routes.ts';
import { findingRoutes } from './records/finding-routes.ts';
import { followUpRoutes } from './records/follow-up-routes.ts';
import { noteRoutes } from './records/note-routes.ts';
import { patientRoutes } from './records/patient-routes.ts';
import { reportRoutes } from './records/report-routes.ts';
import { scanRoutes } from './records/scan-routes.ts';

/** Every route of the API by name. */
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
  ...aiRunRoutes,
  ...findingProviderRoutes,
  ...evaluationRoutes,
  ...reportRoutes,
  ...followUpRoutes,
  ...jobRoutes,
  ...workerRoutes,
  ...deviceRoutes,
  ...operationRoutes,
  ...auditRoutes,
  ...datasetRoutes,
  ...readerStudyRoutes,
};
export type RouteName = keyof typeof routes;
