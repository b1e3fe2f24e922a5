import { defineExtension } from '#core';

/** Administration: accounts, devices, switches and settings, audit trail, problems. */
export const extension = defineExtension({
  id: 'admin',
  activate(context) {
    context.routes.register({
      id: 'admin.dashboard',
      load: async () => (await import('./ui/dashboard.tsx')).Dashboard,
    });
    context.routes.register({
      id: 'admin.register-device',
      load: async () => (await import('./ui/devices/register-device-page.tsx')).RegisterDevicePage,
    });
  },
});
