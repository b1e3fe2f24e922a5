import { defineTexts } from '#foundation';

/** Texts of the study document about the open study and edits of its findings. */
export const studyTexts = defineTexts('study-document', {
  restored: (edits: number) => `${edits} unsaved edits of earlier are back`,
  noScan: {
    title: 'No scan is open',
    detail: 'An act on findings needs the scan that they belong to.',
    next: 'Open a study first.',
  },
  foreignScan: {
    title: 'This scan is not part of the study',
    detail: (scans: number, id: string) => `The study has ${scans} scans, none with the id ${id}.`,
    next: 'Open the study again from the list.',
  },
  mayNotEdit: {
    title: 'Your role does not change findings',
    detail: 'The feature ANTN_CREATE is missing.',
    next: 'Ask an administrator for this permission.',
  },
  conflict: {
    title: 'Someone else changed this finding',
    detail: 'The version on the server is newer than the one that was edited here.',
    next: 'Their version is shown; you can save yours over it.',
  },
  noFinding: {
    title: 'This finding does not exist any more',
    detail: 'It was deleted here or by someone else.',
    next: 'Choose another finding.',
  },
  notUserFinding: {
    title: 'Findings of the AI are not changed',
    detail: 'The AI original stays as it was.',
    next: 'Right click on the finding to make a finding of your own from it.',
  },
  notAiFinding: {
    title: 'This finding is a reader’s already',
    detail: 'Only findings of the AI are copied for editing.',
    next: 'Edit it as it is.',
  },
  notSaved: {
    title: 'Findings are not saved yet',
    detail: 'They are grouped and split on the server, which does not have the latest edits.',
    next: 'See what keeps them from being saved, then try again.',
  },
  noteTooLong: {
    title: 'The note is too long',
    detail: 'A note holds 10 000 characters at most.',
    next: 'Shorten it.',
  },
  invalidSize: {
    title: 'This is no size of a finding',
    detail: 'Sizes lie between 0 and 10 metres.',
    next: 'Type a size in millimetres, or clear the field to have it measured.',
  },
  noMark: {
    title: 'This mark is not part of the finding',
    detail: (finding: string, mark: string) => `Finding ${finding} has no mark ${mark}.`,
    next: 'Draw the mark again.',
  },
  stillGrouping: {
    title: 'Findings are still being grouped',
    detail: 'The server has not answered yet.',
    next: 'Try again in a moment.',
  },
  changedSince: {
    title: 'Something else was done since',
    detail: 'Only the latest act in a scan can be taken back.',
    next: 'Press Ctrl+Z to go back step by step.',
  },
  nippleMoved: {
    title: 'Someone else has set the nipple meanwhile',
    detail: 'It stays where they have set it.',
    next: 'Look where it is now, and set it again if it is wrong there.',
  },
  nothingToUndo: {
    title: 'There is nothing to undo',
    detail: 'No edit was made in the scans shown here since they were opened.',
    next: 'Go on.',
  },
  nothingToRedo: {
    title: 'There is nothing to redo',
    detail: 'Nothing was undone.',
    next: 'Go on.',
  },
});
