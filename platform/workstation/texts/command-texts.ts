import { defineTexts } from '#foundation';

/** Texts of the global actions, the palette and the help. */
export const commandTexts = defineTexts('commands', {
  groups: {
    recent: 'Recently used',
    page: 'This page',
    everywhere: 'Everywhere',
    pages: 'Go to',
    patients: 'Patients',
  },
  actions: {
    palette: 'Find a command',
    help: 'Keys of this page',
    preferences: 'Preferences',
    newPatient: 'New patient',
    searchPatients: 'Search patients',
    dim: 'Dim the frame around the pictures',
    undim: 'Brighten the frame around the pictures',
    nextView: 'Keys to the next view',
    previousView: 'Keys to the view before',
    dismiss: 'Dismiss all notices',
    signOut: 'Sign out',
  },
  reasons: {
    noNotices: 'There is no notice',
    noViews: 'This page shows no views',
  },
  palette: {
    title: 'Commands',
    placeholder: 'What do you want to do?',
    placeholderPatients: 'A command, or a patient by code, name or date of birth',
    empty: 'No command fits.',
    emptyPatients: 'No command and no patient fits.',
    searching: 'Searching patients…',
    searchFailed: 'No command fits. The patients could not be searched.',
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
