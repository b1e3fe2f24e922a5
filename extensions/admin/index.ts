import { defineExtension } from '#core';

/** All that administrators look after: accounts, devices, what is in force, what went wrong. */
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
