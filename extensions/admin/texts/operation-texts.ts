import { defineTexts, plural } from '#foundation';

export const organizationTexts = defineTexts('admin-organization', {
  what: 'the organization',
  name: 'Name',
  rename: 'Save name',
  saving: 'Saving…',
  hosts: 'Host names',
  hostsNote:
    'People who open Clockface under one of these names see the sign-in of this organization.',
  noHosts: 'No host name is activated: nobody finds this organization before signing in.',
  here: 'this page',
  remove: (host: string) => `Take ${host} away`,
  hostsChanged:
    'Someone else changed the organization meanwhile. Nothing was removed; the list shows what they saved.',
  removeTitle: (host: string) => `Take ${host} away?`,
  removeText:
    'Nobody can sign in under this name any more until an activation code is typed there. Who is signed in stays signed in.',
  removeHere: 'This is the name under which you are here now.',
  removeConfirm: (host: string) => `Take ${host} away`,
  activation: 'Another host name',
  activationState: (count: number) =>
    count === 0 ? 'Not activated' : `Activated for ${plural(count, 'host name', 'host names')}`,
  activationText:
    'Codes are made on the server, each good once and for a week. Type one under the new name at /activation.',
  command: 'npm run admin -- activation-code',
  details: 'Record',
  id: 'Id',
  changed: 'Last changed',
  feedback: {
    renamed: (name: string) => `The organization is called ${name}`,
    removed: (host: string) => `${host} is taken away`,
  },
});

export const jobTexts = defineTexts('admin-jobs', {
  table: 'Jobs',
  empty: 'No job is in this state.',
  emptyAll: 'No job was queued yet. A job is queued when a scan is complete.',
  filter: 'State',
  all: 'Every state',
  columns: {
    type: 'Job',
    scan: 'Scan',
    status: 'State',
    progress: 'Progress',
    created: 'Queued',
    ended: 'Ended',
  },
  note: 'Jobs name scans by their id: an administrator sees no patient here.',
  actions: {
    stop: 'Stop',
    retry: 'Queue again',
    of: (action: string, job: string, scan: string) => `${action}: ${job} of scan ${scan}`,
  },
  confirmation: {
    title: (job: string, scan: string) => `Stop ${job} of scan ${scan}?`,
    running:
      'It ends as cancelled, and what it has done so far is given up. The scan keeps the files it had. The job can be queued again from here.',
    waiting: 'It does not start. It can be queued again from here.',
    confirm: (job: string) => `Stop ${job}`,
  },
  attempt: (attempt: number) => `attempt ${attempt}`,
  of: (done: number, total: number) => `${done} of ${total}`,
  stopping: 'Stopping…',
  reasonTitle: 'Why it failed',
  feedback: {
    stopped: 'The job stops',
    endedBefore: 'The job had ended before it could be stopped',
    queued: 'The job is queued again',
  },
  errorMessages: { JobAlreadyQueued: 'The same job waits or runs for this scan already.' },
});

export const cronTexts = defineTexts('admin-cron', {
  table: 'Cron jobs',
  create: 'New cron job',
  empty: 'Nothing is scheduled yet.',
  columns: {
    type: 'What',
    recurrence: 'When',
    next: 'Next run',
    last: 'Last run',
    state: 'State',
  },
  at: (recurrence: string, time: string) => `${recurrence} at ${time}`,
  onDay: (recurrence: string, day: string, time: string) => `${recurrence}, ${day}, at ${time}`,
  never: 'Never',
  on: 'On',
  off: 'Off',
  ended: { COMPLETED: 'Done', FAILED: 'Failed' },
  actions: {
    edit: 'Edit',
    delete: 'Delete',
    history: 'Runs',
    of: (action: string, job: string) => `${action}: ${job}`,
    more: (job: string) => `More for ${job}`,
  },
  form: {
    create: 'New cron job',
    edit: 'Edit cron job',
    type: 'What',
    recurrence: 'How often',
    time: 'Time of day',
    timeHelp: (zone: string) => `By the clocks of ${zone}`,
    timeHelpNew: 'By the clocks of the site',
    timeError: 'Enter the time of day',
    startDate: 'First day',
    startHelp: 'Its weekday or its day of the year repeats; empty: the next time that comes',
    enabled: 'Switched on',
    createButton: 'Create',
    creating: 'Creating…',
  },
  remove: {
    title: 'Delete this cron job?',
    text: 'It runs no more. The runs it had stay in the audit trail.',
    confirm: (job: string) => `Delete ${job}`,
  },
  history: {
    title: (job: string) => `Runs of ${job}`,
    table: 'Runs',
    empty: 'It has not run yet.',
    columns: { due: 'Due', started: 'Started', status: 'Ended', message: 'What happened' },
  },
  feedback: {
    saved: 'The cron job is saved',
    created: 'The cron job is made',
    deleted: 'The cron job is deleted',
  },
});

export const syncTexts = defineTexts('admin-sync', {
  what: 'the sync',
  badge: 'State',
  lastSync: 'Last sync',
  never: 'Never',
  notConfigured:
    'No cloud server is configured in the site file. A sync that is started ends as offline at once.',
  start: 'Start sync',
  starting: 'Starting…',
  stop: 'Stop sync',
  kind: 'What to sync',
  notAllowed: 'Your account may look, but not start or stop.',
  table: 'Sync jobs',
  empty: 'Nothing was synced yet.',
  columns: {
    title: 'Job',
    status: 'State',
    started: 'Started',
    ended: 'Ended',
    message: 'What happened',
  },
  feedback: {
    started: 'The sync is started',
    stopped: 'The sync stops',
    offline: (why: string) => `The sync ended as offline. ${why}`,
  },
  errorMessages: { SyncRunning: 'A sync runs already.' },
});

export const archiveTexts = defineTexts('admin-archive', {
  notConfigured:
    'No image archive is configured, and this version has no settings for one: nothing is sent, and nothing waits to be sent.',
  jobs: (count: number) =>
    count === 0
      ? 'No transfer was ever queued.'
      : `${plural(count, 'transfer was', 'transfers were')} queued; what became of them stands under Jobs.`,
  toJobs: 'Show jobs',
});
