import { defineExtension } from '#core';

/** What is in force, for administrators. */
export const extension = defineExtension({
  id: 'admin',
  activate(context) {
    context.routes.register({
      id: 'admin.dashboard',
      load: async () => (await import('./ui/dashboard.tsx')).Dashboard,
    });
  },
});
