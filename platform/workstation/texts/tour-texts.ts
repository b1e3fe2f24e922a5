import { defineTexts } from '#foundation';

/** Texts of the welcome tour, four steps for each kind of work. */
export const tourTexts = defineTexts('tour', {
  region: 'Welcome tour',
  progress: (step: number, count: number) => `Step ${step} of ${count}`,
  open: 'Open this page',
  back: 'Back',
  next: 'Next',
  skip: 'Skip the tour',
  done: 'Done',
  again: 'Welcome tour',
  reader: {
    worklist: {
      title: 'Your worklist',
      text: 'Studies shows what is to be read. Double-click a row, or press Enter, to open the study; another reader’s name appears where someone is reading.',
    },
    reading: {
      title: 'Read',
      text: 'The wheel scrolls slices, a click moves the other planes to that point, and 1 to 8 change the layout. Set the nipple once: from then on every location has a clock position.',
    },
    findings: {
      title: 'Measure and describe',
      text: 'Press M and drag from edge to edge: the length is a finding. Press Z to describe it with digits. Everything is saved as you go, and Ctrl + Z takes it back.',
    },
    help: {
      title: 'Sign, and find your way',
      text: 'The Report tab writes the text from your findings and asks for your password to sign. Press ? for shortcuts, Ctrl + K for every command.',
    },
  },
  operator: {
    patients: {
      title: 'Find the patient',
      text: 'Patients finds by code, name or date of birth as you type. New patient adds one.',
    },
    prescan: {
      title: 'Before the scan',
      text: 'Start scan opens the settings: side, protocol and the checks of the scanner. Start becomes available when the scanner is ready.',
    },
    scan: {
      title: 'During the scan',
      text: 'The live image and a ring of recorded angles show the progress. Pause and Stop are always in reach; a stopped scan can be repeated.',
    },
    help: {
      title: 'If something is wrong',
      text: 'A wrong side or patient is corrected in the menu ⋯ beside the scan. Press ? for shortcuts, Ctrl + K for every command.',
    },
  },
  administrator: {
    accounts: {
      title: 'Accounts',
      text: 'Administration creates accounts, gives roles, and locks or resets them.',
    },
    devices: {
      title: 'Devices and extensions',
      text: 'Register scanners, and switch extensions and modes on or off. Each setting shows where it comes from.',
    },
    operations: {
      title: 'Operation',
      text: 'Jobs, schedules, archive and problems have a section each. The audit trail shows who opened or changed what.',
    },
    help: {
      title: 'Back up first',
      text: 'Set up backups before the first patient: docs/administration.md explains how. Press Ctrl + K for every command.',
    },
  },
  viewer: {
    worklist: {
      title: 'The studies',
      text: 'Double-click a row, or press Enter, to open a study.',
    },
    reading: {
      title: 'Look through the planes',
      text: 'The wheel scrolls slices, a click moves the other planes to that point, and 1 to 8 change the layout.',
    },
    views: {
      title: 'Adjust the image',
      text: 'Each view has brightness, contrast and slab thickness in its head. F shows one view alone, 0 resets the image.',
    },
    help: {
      title: 'Find your way',
      text: 'Press ? for the shortcuts of the page you are on, Ctrl + K for every command.',
    },
  },
});
