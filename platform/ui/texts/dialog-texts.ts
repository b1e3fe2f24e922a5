import { defineTexts } from '#foundation';

/** Texts of dialogs, error cards, jobs and progress. */
export const dialogTexts = defineTexts('dialogs', {
  close: 'Close',
  cancel: 'Cancel',
  discard: {
    title: 'Discard your entries?',
    warning: 'They are not saved.',
    confirm: 'Discard entries',
  },
  tryAgain: 'Retry',
  copyDetails: 'Copy details',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  counted: (done: number, total: number) => `${done} of ${total}`,
  starting: 'Starting',
  cancelJob: (title: string) => `Cancel ${title}`,
  runAgain: (title: string) => `Run ${title} again`,
  jobPhase: (title: string, phase: string) => `${title}, ${phase}`,
});
