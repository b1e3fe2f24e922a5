/** Errors of administration, jobs, settings and attachments. */
export const operationMessages = {
  JOB_UNSUPPORTED: ({ jobType }: { readonly jobType: string }) =>
    `No extension of this site runs jobs of type ${jobType}.`,
  JOB_QUEUED: 'This job is already queued or running.',
  JOB_LEASE_ENDED:
    'This worker no longer has the job. It was stopped, has ended, or another worker has taken it.',
  WORKER_TYPES: ({ types }: { readonly types: string }) =>
    `The worker credential does not cover jobs of type ${types}.`,
  CRON_JOB_ID_TAKEN: 'Another cron job has this ID.',
  SYNC_RUNNING: 'A cloud sync is already running.',
  SETTINGS_ID_TAKEN: 'Other device settings have this ID.',
  SETTINGS_PRESET_TAKEN: 'This cup depth already has a preset. Change that preset.',
  SETTINGS_SCAN_ONLY: 'Your account can save only the settings of a scan.',
  SETTINGS_PRESET_ONLY: 'Your account can save only presets.',
  SETTINGS_OWNER: 'Only their owner can change these settings.',
  SETTINGS_OF_SCAN: 'A scan used these settings. Save new settings instead.',
  PREFERENCES_FULL: ({ maximum }: { readonly maximum: number }) =>
    `An account can have up to ${maximum} preferences.`,
  LOG_ENTRIES_TOO_MANY: 'Too many log entries. Try again later.',
  DATASET_EMPTY:
    'No completed scans with a volume and a confirmed orientation match the filter. Change the filter.',
  DATASET_TOO_LARGE: ({ count, maximum }: { readonly count: number; readonly maximum: number }) =>
    `${count} scans match the filter. A dataset can have up to ${maximum}. Narrow the filter.`,
  DATASET_EXPORTS_ACTIVE: ({ count }: { readonly count: number }) =>
    `${count} exports are queued or running. Wait until one of them ends, or cancel one.`,
  DATASET_NOT_READY:
    'The export has no archive. It has not ended, has failed, or its archive has expired.',
  EVALUATION_SET_EMPTY: 'No completed scans with a volume match the filter. Change the filter.',
  EVALUATION_SET_TOO_LARGE: ({
    count,
    maximum,
  }: {
    readonly count: number;
    readonly maximum: number;
  }) =>
    `${count} scans match the filter. An evaluation set can have up to ${maximum}. Narrow the filter.`,
  EVALUATION_SET_NAME_TAKEN: 'Another evaluation set has this name.',
  EVALUATION_SET_SIMULATED: ({ count }: { readonly count: number }) =>
    `${count} of the scans were recorded by the simulated scanner. State computer phantom as what the images show, or narrow the filter.`,
  EVALUATION_SET_SCANNED: ({ count }: { readonly count: number }) =>
    `${count} of the scans were recorded by a scanner. Public images of other devices are imported. Narrow the filter.`,
  EVALUATION_WITHOUT_RUNS:
    'No scan of the set has a run of this model. Run the model on these scans first.',
  EVALUATION_TOO_LARGE: ({
    count,
    maximum,
  }: {
    readonly count: number;
    readonly maximum: number;
  }) =>
    `The model has ${count} findings in the set. Up to ${maximum} can be evaluated. Use a smaller set.`,
  EVALUATION_UNSIGNED:
    'This site uses AI as second reader. Only sets of scans with a signed report can be evaluated, because an evaluation shows AI findings.',
  ATTACHMENT_ID_TAKEN: 'Another attachment has this ID.',
  ATTACHMENT_DONE: 'A completed attachment can’t be reopened.',
  ATTACHMENT_FILES_MISSING: 'Some files are not uploaded yet.',
  ATTACHMENT_FILE_MISSING: 'The file is not uploaded yet.',
  ACTIVATION_CODE_INVALID: 'The activation code is wrong, used or expired.',
  ACTIVATION_HOST_MISSING: 'The call has no host name.',
  ACTIVATION_TOO_MANY: 'Too many attempts. Try again later.',
  HOST_TAKEN: 'Another organization is activated for this address.',
  ORGANIZATION_CREATE:
    'The API does not create organizations. Run npm run admin -- create-organization on the server.',
  ORGANIZATION_DELETE:
    'Organizations are not deleted, because their records are kept. To close one, run npm run admin -- close-organization on the server.',
  SWITCH_MODES_FULL: 'Too many modes are switched.',
  SWITCH_NEEDED:
    'Administration can’t be switched off, because it is needed to switch it on again.',
  SWITCH_OF_SITE: 'The site configuration keeps this off. An organization can’t switch it on.',
  SWITCH_OF_ENVIRONMENT: 'An environment variable of the server sets this.',
};
