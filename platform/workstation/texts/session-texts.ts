import { defineTexts } from '#foundation';

/** Texts of the session. */
export const sessionTexts = defineTexts('session', {
  idle: {
    title: 'Are you still there?',
    text: 'This computer was not used for a while. You will be signed out unless you stay signed in. Unsaved entries are kept.',
    remaining: (seconds: number) =>
      seconds === 1 ? 'Signing out in 1 second' : `Signing out in ${seconds} seconds`,
    stay: 'Stay signed in',
    signOut: 'Sign out',
  },
  draft: {
    restored: 'Your unsaved entries were restored.',
    startOver: 'Start over',
  },
  menu: { details: 'Your details' },
});
