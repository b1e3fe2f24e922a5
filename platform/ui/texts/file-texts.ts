import { defineTexts } from '#foundation';

/** Texts of file selection. */
export const fileTexts = defineTexts('files', {
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  drop: 'or drop it here',
  dropFiles: 'or drop them here',
  unsupportedType: (names: string) => `This kind of file is not taken here: ${names}`,
  onlyOne: (name: string) => `Only one file is taken here: ${name}`,
  unreadable: 'What was dropped could not be read. Choose the file instead.',
});
