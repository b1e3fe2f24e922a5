import { defineTexts, plural } from '#foundation';

const scans = (count: number): string => plural(count, 'scan', 'scans');

export const datasetTexts = defineTexts('admin-datasets', {
  table: 'Exports',
  create: 'New export',
  import: 'Import predictions',
  note: 'An export is one archive with the volumes, masks and findings of completed scans. Names, dates and free texts are left out; grey levels are not changed.',
  empty:
    'No exports yet. An export is an archive of completed scans for training a model, without the identity of patients and readers.',
  columns: {
    created: 'Exported at',
    status: 'State',
    progress: 'Scans',
    format: 'Format',
    by: 'By',
    size: 'Size',
  },
  formats: { nrrd: 'NRRD', nifti: 'NIfTI' },
  server: 'Server',
  stopping: 'Stopping…',
  of: (done: number, total: number) => `${done} of ${total}`,
  progress: (created: string) => `Progress of the export of ${created}`,
  scans,
  leftOut: (total: number, leftOut: number) => `${scans(total)}, ${leftOut} left out`,
  deleted: 'Deleted',
  actions: {
    stop: 'Stop',
    download: 'Download',
    again: 'Export again',
    of: (action: string, created: string) => `${action}: export of ${created}`,
  },
  confirmation: {
    title: (created: string) => `Stop the export of ${created}?`,
    running: 'The export ends as Cancelled without an archive, and its progress is discarded.',
    queued: 'The export will not start.',
    confirm: 'Stop export',
  },
  details: {
    label: 'Export',
    filter: 'Filter',
    split: 'Parts',
    splitOf: (train: string, validation: string, test: string) =>
      `${train} % training, ${validation} % validation, ${test} % test`,
    seed: 'Seed',
    ended: 'Ended at',
    leftOut: 'Left out',
    leftOutText: (count: number) =>
      `${scans(count)} without a readable volume, listed in dataset.json`,
    hash: 'SHA-256',
    expires: 'Kept until',
    expired: (when: string) => `The archive was deleted on ${when}. Export again to get a new one.`,
    reasonTitle: 'Reason for failure',
  },
  filters: {
    all: 'All completed scans',
    from: (day: string) => `from ${day}`,
    to: (day: string) => `to ${day}`,
    onlySigned: 'signed reports only',
    hasFindings: 'with findings only',
    studies: (count: number) => plural(count, 'study', 'studies'),
  },
  form: {
    create: 'New export',
    note: 'Only completed scans with a volume and a confirmed orientation are exported.',
    format: 'Format of volumes and masks',
    sides: 'Side',
    bothSides: 'Both sides',
    onlySigned: 'Only scans with a signed report',
    hasFindings: 'Only scans with findings',
    studyIdsHelp: (maximum: number) =>
      `Up to ${maximum}, one per line. Leave blank for all studies.`,
    parts: 'Parts',
    partsNote: 'Percent of the patients. All scans of a patient are in one part.',
    train: 'Training',
    validation: 'Validation',
    test: 'Test',
    percentError: 'Enter 0 to 100',
    sumError: 'The three parts must add up to 100',
    seed: 'Seed',
    seedHelp: 'The same seed and parts give the same split.',
    seedError: (maximum: string) => `Enter a whole number from 0 to ${maximum}`,
    createButton: 'Export',
    creating: 'Exporting…',
  },
  feedback: {
    created: 'The export was queued',
    stopped: 'The export is stopping',
    endedBefore: 'The export ended before it could be stopped',
    downloading: 'The download has started. The audit trail lists this download.',
  },
});

export const predictionTexts = defineTexts('admin-predictions', {
  title: 'Import predictions',
  note: 'Predictions of a model for scans of an export become AI findings. No report contains them.',
  file: 'File with predictions (JSON)',
  fileHelp: 'As for POST /api/datasets/predictions, with the scans by the names of dataset.json.',
  reading: 'Reading the file…',
  errors: {
    tooLarge: (maximum: string) =>
      `The file is larger than ${maximum}. Split it into several files.`,
    unreadable: 'The file can’t be read. Choose it again.',
    notJson: 'The file is not JSON.',
    noScans: 'The file has no list “scans”.',
    field: (field: string, reason: string) => `${field}: ${reason}.`,
  },
  read: (file: string, count: number) =>
    `${file} has predictions for ${plural(count, 'scan', 'scans')}.`,
  model: (name: string, version: string, provider: string) =>
    `Model ${name}, version ${version} (${provider})`,
  start: 'Import',
  stop: 'Stop',
  progress: 'Import of predictions',
  of: (done: number, total: number) => `${done} of ${plural(total, 'scan', 'scans')}`,
  close: 'Close',
  another: 'Choose another file',
  done: (stored: number, refused: number) =>
    `${plural(stored, 'scan', 'scans')} imported, ${refused} rejected.`,
  stopped: (rest: number) =>
    `Stopped. ${plural(rest, 'scan was', 'scans were')} not imported. You can import the same file again: nothing is stored twice.`,
  results: 'Scans of the file',
  stored: (count: number) => `${plural(count, 'finding', 'findings')} stored`,
  rejected: 'Rejected',
  unnamed: (position: number) => `Scan ${position} of the file`,
  place: {
    finding: (position: number) => `finding ${position}`,
    mark: (finding: number, mark: number) => `finding ${finding}, mark ${mark}`,
    reason: (place: string, reason: string) => `${place}: ${reason}`,
  },
});
