import { defineTexts } from '#foundation';

/** Texts of the mode page: reading, scanning and modes of extensions. */
export const modeTexts = defineTexts('mode', {
  scan: 'Scan',
  loading: (what: string) => `Loading ${what}`,
  openingStudy: 'Opening study',
  starting: (mode: string) => `Starting ${mode}`,
  startFailed: (mode: string) => `${mode} could not be started`,
  goBack: 'Go back to the patient list and open the study again.',
  roleNotAllowed: (mode: string) => `Your role can’t open ${mode}.`,
  noStudyOpen: 'No study is open.',
  choosePatient: 'Choose a patient',
  tools: 'Tools',
  panels: 'Panels',
  unavailable: (title: string, reason: string) => `${title}: ${reason}`,
  bar: {
    mode: (title: string) => `Mode: ${title}`,
    scan: (label: string, summary: string) => `Scan ${label}, ${summary}`,
    viewed: (percent: number) => `${percent} % viewed`,
    viewedShort: (percent: number) => `${percent} %`,
    position: (number: number, total: number) => `${number} of ${total}`,
    positionInList: (number: number, total: number) =>
      `Study ${number} of ${total} of the list from which you opened it`,
    importFiles: 'Import files into this study',
    more: 'More controls of this study',
    years: (age: number) => `${age} y`,
    study: (day: string) => `Study ${day}`,
    assumed: 'Orientation assumed',
    assumedWhy:
      'Depth, head and side were entered at import and have not been confirmed on the images. Clock positions and sides may be wrong.',
    confirm: 'Confirm orientation',
  },
  noScan: {
    text: 'This study has no scans yet.',
    importFiles: 'Import files…',
    deleted: 'This scan is no longer in this study. It was deleted or moved.',
    openOther: (label: string) => `Open scan ${label}`,
  },
  images: {
    searching: 'Searching for images',
    none: 'This scan has no images yet.',
    reconstruct: 'Reconstruct',
  },
  reconstruction: {
    inProgress: 'All frames are stored. The planes appear when the reconstruction is complete.',
    failed: 'The reconstruction failed. All frames are stored; you can reconstruct again.',
    cancelled:
      'The reconstruction was cancelled. All frames are stored; you can reconstruct again.',
    again: 'Reconstruct again',
    showRaw: 'View raw frames',
  },
  conflict: {
    finding: (label: string, title: string, deleted: boolean) =>
      `Finding ${label}: ${title}${deleted ? ' They deleted it.' : ''}`,
    deleteIt: 'Delete finding',
    acceptMine: 'Keep mine',
    acceptTheirs: 'Use theirs',
  },
  save: {
    failed: (why: string) => `Not saved: ${why}`,
    again: 'Retry',
    discard: 'Discard change',
    discardWarning: 'The unsaved change will be lost.',
    cancelDiscard: 'Keep change',
    saving: 'Saving…',
    saved: (time: string) => `Saved ${time}`,
  },
});
