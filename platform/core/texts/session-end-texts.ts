import { defineTexts } from '#foundation';

/** Reasons for the end of a session. */
export const endTexts = defineTexts('session-ends', {
  rejected: {
    title: 'Your session has ended',
    detail: 'The server no longer accepts the token of this browser.',
    next: 'Sign in again; edits that were not saved are kept in this browser.',
  },
  idle: {
    title: 'You were signed out because nobody used this computer',
    detail: 'The time without activity that this site allows is over.',
    next: 'Sign in to go on where you were.',
  },
});
