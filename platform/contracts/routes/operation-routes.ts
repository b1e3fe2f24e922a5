import { cloudSyncRoutes } from './administration/cloud-sync-routes.ts';
import { cronJobRoutes } from './administration/cron-job-routes.ts';
import { deviceSettingRoutes } from './administration/device-setting-routes.ts';
import { organizationRoutes } from './administration/organization-routes.ts';
import { preferenceRoutes } from './administration/preference-routes.ts';
import { switchRoutes } from './administration/switch-routes.ts';
import { systemRoutes } from './administration/system-routes.ts';
import { attachmentRoutes } from './files/attachment-routes.ts';

/**
 * Routes of device settings, organizations, system, schedules, attachments, preferences and logs.
 */
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
