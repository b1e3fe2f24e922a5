import { defineTexts } from '#foundation';

/** Notices of commands on planes, and reasons why a command is disabled. */
export const commandTexts = defineTexts('reading-commands', {
  noFindings: 'No findings yet',
  oneScan: 'This study has no other scan to read',
  selectFirst: 'Select a finding first',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  notYourRole: 'Your role may look at findings, not make them',
  deleted: 'Finding deleted',
  undo: 'Undo',
  undoneIn: (side: string) => `Undone in the ${side} breast`,
  redoneIn: (side: string) => `Done again in the ${side} breast`,
  invalidArguments: {
    title: 'The command was called with arguments it does not take',
    none: (input: string) => `This command takes no arguments, got ${input}.`,
    noFinding: (input: string) => `This command takes findingId and markId, got ${input}.`,
    noFormat: (input: string) => `'format' must be CSV or JSON, got ${input}.`,
    noSteps: (input: string) =>
      `'by' must be a number of steps, 'deg' one of degrees, got ${input}.`,
    noScans: (input: string) => `'by' must be a whole number of scans, got ${input}.`,
    noPlane: (input: string) => `'plane' must be COR, TRA, SAG or RAD, got ${input}.`,
    next: 'Correct the key or the mode that calls it.',
  },
});
