import { attachmentRoutes } from './attachment-routes.ts';
import { cloudSyncRoutes } from './cloud-sync-routes.ts';
import { cronJobRoutes } from './cron-job-routes.ts';
import { deviceSettingRoutes } from './device-setting-routes.ts';
import { organizationRoutes } from './organization-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import { switchRoutes } from './switch-routes.ts';
import { systemRoutes } from './system-routes.ts';

/** Device settings, organizations, system, schedules, attachments, preferences, logs. */
export const operationRoutes = {
  ...deviceSettingRoutes,
  ...organizationRoutes,
  ...switchRoutes,
  ...systemRoutes,
  ...cronJobRoutes,
  ...cloudSyncRoutes,
  ...attachmentRoutes,
  ...preferenceRoutes,
};
