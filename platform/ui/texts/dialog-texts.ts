import { defineTexts } from '#foundation';

/** Texts of dialogs, error cards, jobs and progress. */
export const dialogTexts = defineTexts('dialogs', {
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  copyDetails: 'Copy details',
  copied: 'Copied',
  copyFailed: 'Copy refused',
  counted: (done: number, total: number) => `${done} of ${total}`,
  jobStates: {
    NOT_STARTED: 'Waiting',
    IN_PROGRESS: 'Running',
    COMPLETED: 'Done',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
  },
  starting: 'Starting',
  waiting: 'waiting',
  cancelJob: (title: string) => `Cancel ${title}`,
  runAgain: (title: string) => `Run ${title} again`,
  jobPhase: (title: string, phase: string) => `${title}, ${phase}`,
});
