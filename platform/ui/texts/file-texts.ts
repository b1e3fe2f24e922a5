import { defineTexts } from '#foundation';

/** Texts of file selection. */
export const fileTexts = defineTexts('files', {
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  drop: 'or drop it here',
  dropFiles: 'or drop them here',
  unsupportedType: (names: string) => `File type not supported: ${names}`,
  onlyOne: (name: string) => `Only one file is allowed. Used: ${name}`,
  unreadable: 'The dropped item could not be read. Choose the file instead.',
});
