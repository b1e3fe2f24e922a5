import { defineTexts, plural } from '#foundation';

/** Texts of the study document about the open study and edits of its findings. */
export const studyTexts = defineTexts('study-document', {
  restored: (edits: number) =>
    `${plural(edits, 'unsaved edit was', 'unsaved edits were')} restored`,
  noScan: {
    title: 'No scan is open',
    detail: 'Findings can be edited only in an open scan.',
    next: 'Open a study first.',
  },
  foreignScan: {
    title: 'This scan is not part of the study',
    detail: (scans: number, id: string) => `The study has ${scans} scans, none with the id ${id}.`,
    next: 'Open the study again from the list.',
  },
  mayNotEdit: {
    title: 'Your role can’t edit findings',
    detail: 'The permission ANTN_CREATE is missing.',
    next: 'Ask an administrator for this permission.',
  },
  conflict: {
    title: 'Someone else changed this finding',
    detail: 'The version on the server is newer than the version that you edited.',
    next: 'Their version is shown. You can replace it with yours.',
  },
  noFinding: {
    title: 'This finding no longer exists',
    detail: 'It was deleted here or by someone else.',
    next: 'Choose another finding.',
  },
  notUserFinding: {
    title: 'AI findings can’t be changed',
    detail: 'The original stays unchanged.',
    next: 'Right-click the finding to edit a copy.',
  },
  notAiFinding: {
    title: 'This is not an AI finding',
    detail: 'Only AI findings are copied for editing.',
    next: 'Edit the finding directly.',
  },
  notSaved: {
    title: 'Findings are not saved yet',
    detail: 'The server needs the latest edits to group or ungroup findings.',
    next: 'Wait until all edits are saved, then try again.',
  },
  noteTooLong: {
    title: 'The note is too long',
    detail: 'A note can have at most 10 000 characters.',
    next: 'Shorten the note.',
  },
  invalidSize: {
    title: 'Invalid finding size',
    detail: 'Sizes must be above 0 and up to 500 mm.',
    next: 'Enter a size in mm, or clear the field to use the measured size.',
  },
  onlyMark: {
    title: 'Only mark of its finding',
    detail: 'The finding has no other mark.',
    next: 'Delete or move the mark instead.',
  },
  noMark: {
    title: 'This mark is not part of the finding',
    detail: (finding: string, mark: string) => `Finding ${finding} has no mark ${mark}.`,
    next: 'Draw the mark again.',
  },
  stillGrouping: {
    title: 'Findings are being grouped',
    detail: 'The server has not responded yet.',
    next: 'Try again in a moment.',
  },
  changedSince: {
    title: 'Another edit was made since',
    detail: 'Only the latest edit in a scan can be undone.',
    next: 'Press Ctrl + Z to undo step by step.',
  },
  nippleMoved: {
    title: 'Someone else set the nipple meanwhile',
    detail: 'Their location was kept.',
    next: 'Check the location. If it is wrong, set the nipple again.',
  },
  nothingToUndo: {
    title: 'Nothing to undo',
    detail: 'No edits were made since these scans were opened.',
    next: 'No action is needed.',
  },
  nothingToRedo: {
    title: 'Nothing to redo',
    detail: 'No edits were undone.',
    next: 'No action is needed.',
  },
});
