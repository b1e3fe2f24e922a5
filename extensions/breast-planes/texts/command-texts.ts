import { defineTexts } from '#foundation';

/** Notices of commands on planes, and reasons why a command is disabled. */
export const commandTexts = defineTexts('reading-commands', {
  noFindings: 'No findings yet',
  oneScan: 'This study has no other scan',
  noHidden: 'No findings are hidden',
  noProposals: 'No AI proposals in this study',
  aiOff: 'AI findings are switched off at this site',
  aiAfterFirstRead: 'AI findings open after your first read',
  noLayers: 'No extension shows a layer',
  selectFirst: 'Select a finding first',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  notYourRole: 'Your role can view but not edit findings',
  deleted: 'Finding deleted',
  undo: 'Undo',
  undoneIn: (side: string) => `Undone in the ${side} breast`,
  redoneIn: (side: string) => `Redone in the ${side} breast`,
  invalidArguments: {
    title: 'Invalid arguments for this command',
    none: (input: string) => `Expected no arguments, received ${input}.`,
    noFinding: (input: string) => `Expected 'findingId' and 'markId', received ${input}.`,
    noFormat: (input: string) => `'format' must be CSV or JSON, received ${input}.`,
    noSteps: (input: string) =>
      `'by' must be a number of steps and 'deg' a number of degrees, received ${input}.`,
    noScans: (input: string) => `'by' must be a whole number of scans, received ${input}.`,
    noPlane: (input: string) => `'plane' must be COR, TRA, SAG or RAD, received ${input}.`,
    next: 'Correct the shortcut or the mode that runs the command.',
  },
});
