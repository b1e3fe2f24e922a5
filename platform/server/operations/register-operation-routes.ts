import type { FastifyInstance } from 'fastify';
import type { Health } from '../http/health.ts';
import type { ServerParts } from '../server-parts.ts';
import type { FileStore } from '../store/index.ts';
import { registerAttachmentRoutes } from './attachments/register-attachment-routes.ts';
import { registerCloudSyncRoutes } from './cloud-sync/register-cloud-sync-routes.ts';
import { registerDeviceSettingRoutes } from './device-settings/register-device-setting-routes.ts';
import { registerOrganizationRoutes } from './organizations/register-organization-routes.ts';
import { registerPreferenceRoutes } from './preferences/register-preference-routes.ts';
import { registerReportRoutes } from './reports/register-report-routes.ts';
import { registerCronRoutes } from './schedules/register-cron-routes.ts';
import { registerSwitchRoutes } from './switches/register-switch-routes.ts';
import { registerExternalLogRoutes } from './system/external-logs.ts';
import { registerSystemInfoRoute } from './system/system-info.ts';

export interface OperationParts {
  readonly store: FileStore;
  readonly health: Health;
}

/**
 * Device settings, reports, organizations, system, schedules, attachments, preferences, logs. Forms
 * are read as the file routes set it up, which come first.
 */
export function registerOperationRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  { store, health }: OperationParts,
): void {
  registerDeviceSettingRoutes(server, parts);
  registerReportRoutes(server, parts);
  registerOrganizationRoutes(server, parts);
  registerSwitchRoutes(server, parts);
  registerSystemInfoRoute(server, parts, health);
  registerExternalLogRoutes(server, parts);
  registerCronRoutes(server, parts);
  registerCloudSyncRoutes(server, parts);
  registerAttachmentRoutes(server, parts, store);
  registerPreferenceRoutes(server, parts);
}
