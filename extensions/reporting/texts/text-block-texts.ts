import { defineTexts } from '#foundation';

/** Texts of text blocks and dictation. */
export const textBlockTexts = defineTexts('report-text-blocks', {
  title: 'Text blocks',
  menu: 'Text blocks',
  help: 'Type ; and the abbreviation in a text of the report, then a space or Tab.',
  own: 'Your text blocks',
  site: 'Text blocks of the site',
  none: 'You have no text blocks yet.',
  noneOfSite: 'The site has no text blocks.',
  add: 'Add a text block',
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `Text block ${name} deleted`,
  undo: 'Undo',
  close: 'Close',
  save: 'Save text block',
  cancel: 'Cancel',
  name: 'Name',
  abbreviation: 'Abbreviation',
  abbreviationHelp: 'Letters, digits, - and _; without the semicolon',
  language: 'Language',
  anyLanguage: 'All languages',
  languages: { en: 'In English', de: 'In German' },
  text: 'Text',
  textHelp: (placeholders: readonly string[]) => `Placeholders: ${placeholders.join(', ')}`,
  insert: 'Insert a text block',
  search: 'Search text blocks',
  noMatch: 'No text block matches.',
  errors: {
    name: 'Enter a name',
    abbreviation: 'Use 1 to 20 letters, digits, - and _',
    taken: 'Another of your text blocks has this abbreviation',
    text: 'Enter a text',
    unreadable: {
      title: 'Your text blocks can’t be read',
      detail: 'The stored text blocks have an unknown form.',
      next: 'They stay stored. Update the program, or inform the administrator.',
    },
    full: {
      title: 'Your text blocks are too long',
      detail: 'All text blocks of a person have at most 32,768 characters.',
      next: 'Shorten or delete some, then save again.',
    },
  },
});

/** Texts of dictation. */
export const dictationTexts = defineTexts('report-dictation', {
  start: (label: string) => `Dictate: ${label}`,
  stop: 'Stop dictation',
  listening: 'Listening. Esc stops.',
  errors: {
    'not-allowed': 'The browser has no permission for the microphone. Permit it, then try again.',
    'no-microphone': 'No microphone was found. Connect one, then try again.',
    'no-speech': 'No speech was recognised. Try again.',
    network: 'The speech recognition of the browser is offline. Try again later, or type.',
    language: 'The speech recognition of the browser does not know the language of the report.',
    other: 'Dictation has stopped. Try again, or type.',
  },
});
