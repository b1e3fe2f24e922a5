import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { NO_SKINS, type StoredSkins } from '../files/rows/stored-skins.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import type { NippleInference, ServerModels } from '../inference/index.ts';
import { registerLeaseRoutes } from '../leases/register-lease-routes.ts';
import type { FileStore } from '../store/index.ts';
import { registerFindingRoutes } from './findings/register-finding-routes.ts';
import { inferNipple } from './infer-nipple.ts';
import { registerPatientRoutes } from './patients/register-patient-routes.ts';
import { registerDeviceRoutes } from './register-device-routes.ts';
import { registerListRoutes } from './register-list-routes.ts';
import { registerNoteRoutes } from './register-note-routes.ts';
import type { CompletedScanQueue } from './scans/completed-scan-queue.ts';
import { registerScanRoutes } from './scans/register-scan-routes.ts';
import { registerStudyRoutes } from './studies/register-study-routes.ts';

/** Optional sources of data that are not in the database. */
export interface RecordRouteDeps {
  /** Null stores no thumbnails of findings. */
  readonly store?: FileStore | null;
  /** Skin cache shared with the report routes, so that each skin is cached once. */
  readonly skins?: StoredSkins;
  /** Null when no extension offers a model. */
  readonly nipple?: NippleInference | null;
  /** Runs finding providers of third parties; null runs none. */
  readonly models?: ServerModels | null;
}

/** Registers the routes of patients, studies, scans, findings, notes, lists, devices and leases. */
export function registerRecordRoutes(
  server: FastifyInstance,
  deps: RouteDeps &
    Pick<ServerDeps, 'clock' | 'deviceStatuses' | 'scanChanged' | 'sessionEnded' | 'studyChanged'> &
    Pick<ServerDeps, 'scanReaders'>,
  jobs: CompletedScanQueue,
  { store = null, skins = NO_SKINS, nipple = null, models = null }: RecordRouteDeps = {},
): void {
  registerPatientRoutes(server, deps);
  registerStudyRoutes(server, deps);
  registerScanRoutes(server, deps, jobs);
  bindRoute(server, deps, routes.inferNipple, (call) => inferNipple(call, nipple));
  registerFindingRoutes(server, deps, store, { skins, models });
  registerNoteRoutes(server, deps);
  registerListRoutes(server, deps);
  registerDeviceRoutes(server, deps);
  registerLeaseRoutes(server, deps);
}
