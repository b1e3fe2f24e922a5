import { deviceRoutes, findingRoutes, jobRoutes } from './finding-routes.ts';
import { patientRoutes } from './patient-routes.ts';
import { scanRoutes } from './scan-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Every call of the API by name. */
export const routes = {
  ...sessionRoutes,
  ...patientRoutes,
  ...scanRoutes,
  ...findingRoutes,
  ...jobRoutes,
  ...deviceRoutes,
};
export type RouteName = keyof typeof routes;
