import { defineTexts, plural } from '#foundation';

export const organizationTexts = defineTexts('admin-organization', {
  loadingLabel: 'the organization',
  name: 'Name',
  rename: 'Save name',
  saving: 'Saving…',
  hosts: 'Host names',
  hostsNote:
    'Users who open Clockface under one of these names see the sign-in page of this organization.',
  noHosts: 'No host names yet. Users can’t reach the sign-in page of this organization.',
  here: 'this page',
  remove: (host: string) => `Remove ${host}`,
  hostsChanged:
    'Someone else changed the organization. Nothing was removed; the list shows the saved host names.',
  removeTitle: (host: string) => `Remove ${host}?`,
  removeText:
    'Users can’t sign in under this name until an activation code is entered there. Signed-in users stay signed in.',
  removeHere: 'You are using this host name now.',
  removeConfirm: (host: string) => `Remove ${host}`,
  activation: 'Add a host name',
  activationState: (count: number) =>
    count === 0 ? 'Not activated' : `Activated for ${plural(count, 'host name', 'host names')}`,
  activationText:
    'Create an activation code on the server. It can be used once within 7 days. Enter it at /activation under the new host name.',
  command: 'npm run admin -- activation-code',
  details: 'Record',
  id: 'ID',
  changed: 'Last changed',
  feedback: {
    renamed: (name: string) => `The organization was renamed to ${name}`,
    removed: (host: string) => `${host} was removed`,
  },
});

export const jobTexts = defineTexts('admin-jobs', {
  table: 'Jobs',
  empty: 'No jobs match these filters.',
  emptyAll: 'No jobs yet. A job is queued when a scan is complete.',
  filter: 'State',
  all: 'All states',
  columns: {
    type: 'Job',
    patient: 'Patient',
    scan: 'Scan',
    status: 'State',
    progress: 'Progress',
    created: 'Queued at',
    ended: 'Ended at',
  },
  codesNote: 'Patients appear by code. Names need the permission PATIENT_VIEW.',
  open: 'Open',
  openOf: (job: string, scan: string) => `Open the scan of ${job}: ${scan}`,
  noCode: (shortId: string) => `Patient …${shortId}`,
  actions: {
    stop: 'Stop',
    retry: 'Queue again',
    of: (action: string, job: string, scan: string) => `${action}: ${job} of scan ${scan}`,
  },
  confirmation: {
    title: (job: string, scan: string) => `Stop ${job} of scan ${scan}?`,
    running:
      'The job ends as Cancelled and its progress is discarded. The scan keeps its existing files. You can queue the job again here.',
    queued: 'The job will not start. You can queue it again here.',
    confirm: (job: string) => `Stop ${job}`,
  },
  attempt: (attempt: number) => `attempt ${attempt}`,
  of: (done: number, total: number) => `${done} of ${total}`,
  stopping: 'Stopping…',
  reasonTitle: 'Reason for failure',
  feedback: {
    stopped: 'The job is stopping',
    endedBefore: 'The job ended before it could be stopped',
    queued: 'The job was queued again',
  },
  errorMessages: { JobAlreadyQueued: 'This job is already queued or running for the scan.' },
});

export const cronTexts = defineTexts('admin-cron', {
  table: 'Cron jobs',
  create: 'New cron job',
  empty: 'No cron jobs yet.',
  columns: {
    type: 'Job',
    recurrence: 'Schedule',
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
    more: (job: string) => `More actions for ${job}`,
  },
  form: {
    create: 'New cron job',
    edit: 'Edit cron job',
    type: 'Job',
    recurrence: 'Repeats',
    time: 'Time of day',
    timeHelp: (zone: string) => `Time zone: ${zone}`,
    timeHelpNew: 'Site time zone',
    timeError: 'Enter a time',
    startDate: 'Start date',
    startHelp: 'Sets the weekday or the day of the year. Leave blank to use today.',
    enabled: 'Enabled',
    createButton: 'Create',
    creating: 'Creating…',
  },
  remove: {
    title: 'Delete this cron job?',
    text: 'It will not run again. Its past runs stay in the audit trail.',
    confirm: (job: string) => `Delete ${job}`,
  },
  history: {
    title: (job: string) => `Runs of ${job}`,
    table: 'Runs',
    empty: 'No runs yet.',
    columns: { due: 'Due', started: 'Started', status: 'Result', message: 'Details' },
  },
  feedback: {
    saved: 'The cron job was saved',
    created: 'The cron job was created',
    deleted: 'The cron job was deleted',
  },
});

export const syncTexts = defineTexts('admin-sync', {
  loadingLabel: 'the sync status',
  badge: 'State',
  lastSync: 'Last sync',
  never: 'Never',
  notConfigured: 'No cloud server is configured in the site file. Every sync ends as Offline.',
  start: 'Start sync',
  starting: 'Starting…',
  stop: 'Stop sync',
  kind: 'Sync type',
  notAllowed: 'Your role can’t start or stop a sync.',
  table: 'Sync jobs',
  empty: 'No sync jobs yet.',
  columns: {
    title: 'Job',
    status: 'State',
    started: 'Started',
    ended: 'Ended',
    message: 'Details',
  },
  feedback: {
    started: 'The sync was started',
    stopped: 'The sync is stopping',
    offline: (why: string) => `The sync ended as Offline. ${why}`,
  },
  errorMessages: { SyncRunning: 'A sync is already running.' },
});

export const archiveTexts = defineTexts('admin-archive', {
  notConfigured: 'No image archive is configured. This version can’t send scans to an archive.',
  jobs: (count: number) =>
    count === 0
      ? 'No transfers yet.'
      : `${plural(count, 'transfer was', 'transfers were')} queued. See Jobs for the results.`,
  toJobs: 'Show jobs',
});
