import { defineTexts } from '#foundation';

/** Texts of the mode page: reading, scanning and modes of extensions. */
export const modeTexts = defineTexts('mode', {
  scan: 'Scan',
  loading: (what: string) => `Loading ${what}`,
  openingStudy: 'Opening the study',
  starting: (mode: string) => `Starting ${mode}`,
  startFailed: (mode: string) => `${mode} could not start`,
  goBack: 'Go back to the patient list and open the study again.',
  roleNotAllowed: (mode: string) => `Your role does not open ${mode}.`,
  noStudyOpen: 'No study is open.',
  choosePatient: 'Choose a patient',
  tools: 'Tools',
  panels: 'Panels',
  unavailable: (title: string, reason: string) => `${title}: ${reason}`,
  bar: {
    scan: (label: string, summary: string) => `Scan ${label}, ${summary}`,
    viewed: (percent: number) => `${percent} % seen`,
    importFiles: 'Import files into this study',
    years: (age: number) => `${age} y`,
    study: (day: string) => `Study ${day}`,
    assumed: 'Orientation assumed',
    assumedWhy:
      'Depth, head and side were given when the file was imported; nobody has confirmed them at the images. Clock hours and sides may be wrong until then.',
    confirm: 'The orientation is right',
  },
  noScan: {
    text: 'This study has no scan yet.',
    importFiles: 'Import files…',
    deleted: 'This scan was deleted by somebody.',
    openOther: (label: string) => `Open scan ${label}`,
  },
  images: {
    searching: 'Looking for images',
    none: 'This scan has no image yet.',
    reconstruct: 'Reconstruct it',
  },
  reconstruction: {
    inProgress: 'All frames are stored. The planes appear here once the reconstruction is done.',
    failed: 'The volume could not be made. All frames are stored; it can be tried again.',
    cancelled: 'The reconstruction was cancelled. All frames are stored; it can be made again.',
    again: 'Reconstruct again',
    showRaw: 'Look at the raw frames',
  },
  conflict: {
    finding: (label: string, title: string, deleted: boolean) =>
      `Finding ${label}: ${title}${deleted ? ' It was deleted there.' : ''}`,
    deleteIt: 'Delete it',
    acceptMine: 'Keep mine',
    acceptTheirs: 'Take theirs',
  },
  save: {
    failed: (why: string) => `Not saved: ${why}`,
    again: 'Try again',
    discard: 'Give it up',
    discardWarning: 'What was not saved will be lost.',
    cancelDiscard: 'Keep it',
    saving: 'Saving…',
    saved: (time: string) => `Saved ${time}`,
  },
});
