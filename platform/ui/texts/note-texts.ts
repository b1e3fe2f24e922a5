import { defineTexts } from '#foundation';

/** Texts of notes on patients, studies and findings. */
export const noteTexts = defineTexts('notes', {
  title: 'Notes',
  loading: 'Loading notes',
  empty: 'No notes yet.',
  newNote: 'New note',
  add: 'Add note',
  adding: 'Adding…',
  edit: (when: string) => `Edit note of ${when}`,
  remove: (when: string) => `Delete note of ${when}`,
  text: 'Note',
  save: 'Save note',
  saving: 'Saving…',
  cancel: 'Cancel',
  by: (who: string, when: string) => `${who}, ${when}`,
  changed: (who: string, when: string) => `edited by ${who}, ${when}`,
  conflict: (who: string, text: string) =>
    `${who} changed this note to “${text}”. Save again to replace it with yours.`,
  deleted: 'Note deleted',
  undo: 'Undo',
  deletionUncertain:
    'Your session ended while a note was being deleted. Check whether it still exists.',
  more: 'Show older notes',
});
