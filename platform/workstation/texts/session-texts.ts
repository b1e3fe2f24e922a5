import { defineTexts } from '#foundation';

/** Texts of the session. */
export const sessionTexts = defineTexts('session', {
  idle: {
    title: 'Are you still there?',
    text: 'Nobody has used this computer for a while. You are signed out unless you stay. What you have not saved is kept for you.',
    remaining: (seconds: number) =>
      seconds === 1 ? 'Signing out in 1 second' : `Signing out in ${seconds} seconds`,
    stay: 'Stay signed in',
    signOut: 'Sign out',
  },
  draft: {
    restored: 'What you had entered before is back.',
    startOver: 'Begin anew',
  },
  menu: { details: 'Your details' },
});
