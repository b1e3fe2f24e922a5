import { defineTexts } from '#foundation';

/** Texts of notes on patients and studies. */
export const noteTexts = defineTexts('notes', {
  title: 'Notes',
  loading: 'Loading notes',
  empty: 'No notes yet.',
  newNote: 'New note',
  add: 'Add note',
  adding: 'Adding…',
  edit: (when: string) => `Edit the note of ${when}`,
  remove: (when: string) => `Delete the note of ${when}`,
  text: 'Note',
  save: 'Save note',
  saving: 'Saving…',
  cancel: 'Cancel',
  by: (who: string, when: string) => `${who}, ${when}`,
  changed: (who: string, when: string) => `changed by ${who}, ${when}`,
  conflict: (who: string, text: string) =>
    `${who} changed it meanwhile to: “${text}”. Save again to keep yours.`,
  deleted: 'Note deleted.',
  undo: 'Undo',
  deletionUncertain:
    'A note that you deleted may still be there: your session ended before it was. Look again.',
  more: 'Show older notes',
});
