import { defineTexts, plural } from '#foundation';

/** Texts of deleting, restoring and correcting scans, and of reading a study again. */
export const scanChangeTexts = defineTexts('scan-changes', {
  menu: (label: string) => `Actions for scan ${label}`,
  correct: 'Correct scan…',
  remove: 'Delete scan…',
  deleted: 'Deleted scans…',
  deletedCount: (count: number) => `${plural(count, 'deleted scan', 'deleted scans')}…`,
  unavailable: (action: string, reason: string) => `${action} ${reason}`,
  signed: '(report signed: write an addendum)',
  recording: (device: string) => `(being recorded by ${device}: stop the scan first)`,
  side: { L: 'Left breast', R: 'Right breast' },
  scanOf: (side: string, label: string) => `${side} (${label})`,
  details: {
    patient: 'Patient',
    scan: 'Scan',
    protocol: 'Protocol',
    day: 'Day',
    findings: 'Findings',
  },
  findings: (count: number) => (count === 0 ? 'none' : plural(count, 'finding', 'findings')),
  counting: 'counting…',
  reason: 'Reason',
  undo: 'Undo',
  conflict: 'The scan has changed in the meantime. Check its current values, then try again.',
  deletion: {
    title: 'Delete this scan?',
    text: 'The scan disappears from all lists with its findings. It can be restored under “Deleted scans”.',
    confirm: (label: string) => `Delete scan ${label}`,
    done: (side: string, label: string) => `${side}: scan ${label} deleted`,
  },
  restored: {
    title: 'Deleted scans',
    none: 'No scan of this study is deleted.',
    loading: 'Loading deleted scans',
    by: (name: string, time: string) => `Deleted by ${name}, ${time}`,
    at: (time: string) => `Deleted ${time}`,
    restore: (label: string) => `Restore scan ${label}`,
    done: (side: string, label: string) => `${side}: scan ${label} restored`,
  },
  correction: {
    title: 'Correct this scan',
    side: 'Side',
    position: 'Position',
    study: 'Study',
    search: 'Search another patient’s study',
    searchHelp: 'Code, name or date of birth',
    found: (count: number) =>
      count === 0
        ? 'No open study of another patient matches.'
        : `${plural(count, 'study', 'studies')} found. Select it under “Study”.`,
    sideText:
      'Images, clock positions and marks stay. Inner and outer change with the side, and the study is marked for re-reading.',
    meanwhile: 'Another user corrected this scan meanwhile. Check the values before you save.',
    moveText: 'The scan moves to the selected study with its findings.',
    current: (study: string) => `${study} (current)`,
    confirm: (label: string) => `Correct scan ${label}`,
    done: (side: string, label: string) => `Corrected: ${side.toLowerCase()}, scan ${label}`,
    undone: (side: string, label: string) =>
      `Correction undone: ${side.toLowerCase()}, scan ${label}`,
  },
  history: {
    title: 'Earlier corrections',
    older: (count: number) => `${count} undone or older`,
    rejected: (reason: string) => `${reason}.`,
    change: (from: string, to: string) => `${from} → ${to}`,
    by: (name: string, time: string) => `Corrected by ${name}, ${time}`,
    undoneBy: (name: string, time: string) => `Undone by ${name}, ${time}`,
    deletedStudy: 'deleted study',
  },
  rereading: {
    mark: 'Read again',
    text: (side: string, by: string, time: string) =>
      `Read this study again: ${by} corrected the side of a scan to ${side.toLowerCase()}, ${time}.`,
    unknownUser: 'A user',
    reason: (reason: string) => `Reason: ${reason}`,
    confirm: 'Confirm: read again',
    confirmed: 'Re-reading confirmed',
    correctedMeanwhile: 'Another correction was made meanwhile. Read the study again.',
  },
});
