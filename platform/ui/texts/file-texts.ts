import { defineTexts } from '#foundation';

/** Taking files from a person. */
export const fileTexts = defineTexts('files', {
  choose: 'Choose a file',
  chooseSeveral: 'Choose files',
  drop: 'or drop it here',
  dropSeveral: 'or drop them here',
  wrongKind: (names: string) => `This kind of file is not taken here: ${names}`,
  onlyOne: (name: string) => `Only one file is taken here: ${name}`,
  unreadable: 'What was dropped could not be read. Choose the file instead.',
});
