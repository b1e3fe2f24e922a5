import { defineTexts, plural } from '#foundation';

/** Texts of the app bar and the notices. */
export const layoutTexts = defineTexts('layout', {
  product: 'Clockface',
  windowTitle: (page: string) => `${page} · Clockface`,
  breadcrumb: 'Breadcrumb',
  home: 'Home',
  unknownPath: 'Unknown path',
  jobs: 'Jobs',
  activeJobs: (count: number) => plural(count, 'job', 'jobs'),
  connection: {
    online: 'Online',
    offline: 'Offline',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting',
    offlineWhy:
      'The server cannot be reached. Marks are kept and sent when it is back. What you enter in a form stays on this page: save it then.',
    reconnectingWhy: 'Live news does not come at the moment; everything else works.',
  },
  commands: 'Commands',
  help: 'Keys of this page',
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
      validation: 'To correct',
      developer: 'Fault, shown in developer mode',
    },
  },
});
