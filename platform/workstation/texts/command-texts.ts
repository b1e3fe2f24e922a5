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
    help: 'Shortcuts on this page',
    preferences: 'Preferences',
    newPatient: 'New patient',
    searchPatients: 'Search patients',
    dim: 'Dim everything around the images',
    undim: 'Brighten everything around the images',
    nextView: 'Focus next view',
    previousView: 'Focus previous view',
    dismiss: 'Dismiss all notices',
    signOut: 'Sign out',
  },
  reasons: {
    noNotices: 'There are no notices',
    noViews: 'This page has no views',
  },
  palette: {
    title: 'Commands',
    placeholder: 'What do you want to do?',
    placeholderPatients: 'Command, or patient by code, name or date of birth',
    empty: 'No commands match.',
    emptyPatients: 'No commands or patients match.',
    searching: 'Searching patients…',
    searchFailed: 'No commands match. The patient search failed.',
  },
  sheet: {
    intro: 'The shortcuts that work for you, with your changes.',
    print: 'Print',
  },
  help: {
    title: 'Keyboard shortcuts',
    search: 'Search shortcuts',
    empty: 'No shortcuts match.',
    palette: 'All commands…',
    change: 'Change shortcuts…',
    print: 'Print…',
    alt: 'Hold Alt to see shortcuts on the buttons.',
  },
});
