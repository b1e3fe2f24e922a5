import { defineTexts } from '#foundation';

/** Texts of what can be done everywhere, the palette, and the help. */
export const commandTexts = defineTexts('commands', {
  groups: {
    recent: 'Recently used',
    page: 'This page',
    everywhere: 'Everywhere',
    pages: 'Go to',
  },
  acts: {
    palette: 'Find a command',
    help: 'Keys of this page',
    preferences: 'Preferences',
    newPatient: 'New patient',
    searchPatients: 'Search patients',
    dim: 'Dim the frame around the pictures',
    undim: 'Brighten the frame around the pictures',
    dismiss: 'Dismiss all notices',
    signOut: 'Sign out',
  },
  reasons: {
    noNotices: 'There is no notice',
  },
  palette: {
    title: 'Commands',
    placeholder: 'What do you want to do?',
    empty: 'No command fits.',
  },
  help: {
    title: 'Keys',
    search: 'Search keys',
    empty: 'No key fits.',
    palette: 'All commands…',
    change: 'Change keys…',
    alt: 'Hold Alt to see keys on the buttons.',
  },
});
