import { defineTexts } from '#foundation';

/** Texts of errors in a part of the page or the program. */
export const errorTexts = defineTexts('errors', {
  chunk: {
    title: 'A part of the program could not be loaded',
    next: 'The server may have been updated or cannot be reached. Reload; nothing that was saved is lost.',
    late: (seconds: number) => `It has not come within ${seconds} s.`,
  },
  view: {
    failed: (what: string) => `${what} has failed`,
    notLoaded: (what: string) => `${what} could not be loaded`,
    next: 'The rest of the page goes on. Try again; if it stays, copy the details.',
    nextLoad: 'Try again; if it stays, copy the details for the administrator.',
  },
  unexpected: {
    title: 'Something in the program has failed',
    next: 'It was logged. If it comes again, tell the administrator.',
  },
  page: (title: string) => `The page ${title}`,
  reload: 'Reload',
  tryAgain: 'Try again',
});
