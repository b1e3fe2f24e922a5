import type { FastifyInstance } from 'fastify';
import type { StoredSkins } from '../files/rows/stored-skins.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import { FindingThumbnails } from '../records/findings/finding-thumbnails.ts';
import type { FileStore } from '../store/index.ts';
import { registerAttachmentRoutes } from './attachments/register-attachment-routes.ts';
import { registerCloudSyncRoutes } from './cloud-sync/register-cloud-sync-routes.ts';
import { registerDeviceSettingRoutes } from './device-settings/register-device-setting-routes.ts';
import { registerOrganizationRoutes } from './organizations/register-organization-routes.ts';
import { registerPreferenceRoutes } from './preferences/register-preference-routes.ts';
import { registerReportLetter } from './reports/letter/register-report-letter.ts';
import { registerReportPdf } from './reports/pdf/register-report-pdf.ts';
import { registerReportRoutes } from './reports/register-report-routes.ts';
import { registerCronRoutes } from './schedules/register-cron-routes.ts';
import { registerSwitchRoutes } from './switches/register-switch-routes.ts';
import { registerExternalLogRoutes } from './system/external-logs.ts';
import type { Health } from './system/health.ts';
import { registerSystemInfoRoute } from './system/system-info.ts';

export interface OperationDeps {
  readonly store: FileStore;
  readonly health: Health;
  readonly skins: StoredSkins;
}

/**
 * Registers the routes for device settings, reports, organizations, system, schedules, attachments,
 * preferences and logs. Must follow the file routes, which configure form parsing.
 */
export function registerOperationRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock' | 'dataFolder' | 'deviceStatuses' | 'studyChanged'>,
  { store, health, skins }: OperationDeps,
): void {
  registerDeviceSettingRoutes(server, deps);
  registerReportRoutes(server, deps, skins);
  const thumbnails = new FindingThumbnails(store, deps.logger);
  registerReportPdf(server, deps, { skins, thumbnails, store });
  registerReportLetter(server, deps);
  registerOrganizationRoutes(server, deps);
  registerSwitchRoutes(server, deps);
  registerSystemInfoRoute(server, deps, health);
  registerExternalLogRoutes(server, deps);
  registerCronRoutes(server, deps);
  registerCloudSyncRoutes(server, deps);
  registerAttachmentRoutes(server, deps, store);
  registerPreferenceRoutes(server, deps);
}
