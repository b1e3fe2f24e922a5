import { defineTexts } from '#foundation';

/** Reasons for the end of a session. */
export const endTexts = defineTexts('session-ends', {
  rejected: {
    title: 'Your session has ended',
    detail: 'The server no longer accepts this session.',
    next: 'Sign in again. Unsaved edits are kept in this browser.',
  },
  idle: {
    title: 'You were signed out due to inactivity',
    detail: 'The inactivity limit of this site was reached.',
    next: 'Sign in to continue where you left off.',
  },
});
