import { defineTexts, plural } from '#foundation';

/** Texts of the app bar and the notices. */
export const layoutTexts = defineTexts('layout', {
  product: 'Clockface',
  windowTitle: (page: string) => `${page} · Clockface`,
  breadcrumb: 'Breadcrumb',
  home: 'Home',
  unknownPath: 'Unknown path',
  jobs: 'Jobs',
  open: 'Open',
  openJob: (title: string) => `Open the scan: ${title}`,
  activeJobs: (count: number) => plural(count, 'job', 'jobs'),
  connection: {
    online: 'Online',
    offline: 'Offline',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting',
    offlineWhy:
      'The server can’t be reached. Marks are saved in this browser and sent when you are online. Form entries stay on this page; save them when you are online.',
    reconnectingWhy: 'Live updates are paused. Everything else works.',
  },
  commands: 'Commands',
  help: 'Shortcuts on this page',
  account: {
    of: (initials: string, name: string) => `${initials} Account of ${name}`.trim(),
    roles: (name: string, roles: string) => `${name} · ${roles}`,
    preferences: 'Preferences',
    changePassword: 'Change password',
    developer: 'Developer mode',
    signOut: 'Sign out',
  },
  notices: {
    region: 'Notices',
    dismiss: 'Dismiss',
    kinds: {
      info: 'Note',
      success: 'Done',
      warning: 'Warning',
      failed: 'Failed',
      'user-error': 'Error',
      validation: 'Check your input',
      developer: 'Error, shown in developer mode',
    },
  },
});
