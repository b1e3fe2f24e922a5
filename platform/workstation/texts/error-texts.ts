import { defineTexts } from '#foundation';

/** Texts of errors in a part of the page or the program. */
export const errorTexts = defineTexts('errors', {
  chunk: {
    title: 'Part of the program could not be loaded',
    next: 'The server may be offline or was updated. Reload the page. Saved data is not affected.',
    late: (seconds: number) => `It did not load within ${seconds} s.`,
  },
  view: {
    failed: (what: string) => `${what} failed`,
    notLoaded: (what: string) => `${what} could not be loaded`,
    next: 'The rest of the page still works. Try again. If it fails again, copy the details.',
    nextLoad: 'Try again. If it fails again, copy the details for your administrator.',
  },
  unexpected: {
    title: 'An unexpected error occurred',
    next: 'The error was logged. If it happens again, contact your administrator.',
  },
  page: (title: string) => `The page “${title}”`,
  reload: 'Reload',
  tryAgain: 'Retry',
});
