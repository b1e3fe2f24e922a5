import type { Translation } from '#foundation';
import type { dictationTexts, textBlockTexts } from '../text-block-texts.ts';

export const reportTextBlocks = {
  title: 'Textbausteine',
  menu: 'Textbausteine',
  help: 'Tippen Sie ; und das Kürzel in einem Text des Befunds, dann Leertaste oder Tab.',
  own: 'Ihre Textbausteine',
  site: 'Textbausteine des Standorts',
  none: 'Sie haben noch keine Textbausteine.',
  noneOfSite: 'Der Standort hat keine Textbausteine.',
  add: 'Textbaustein hinzufügen',
  edit: (name: string) => `${name} bearbeiten`,
  delete: (name: string) => `${name} löschen`,
  deleted: (name: string) => `Textbaustein ${name} gelöscht`,
  undo: 'Rückgängig',
  close: 'Schließen',
  save: 'Textbaustein speichern',
  cancel: 'Abbrechen',
  name: 'Name',
  abbreviation: 'Kürzel',
  abbreviationHelp: 'Buchstaben, Ziffern, - und _; ohne das Semikolon',
  language: 'Sprache',
  anyLanguage: 'Alle Sprachen',
  languages: { en: 'Auf Englisch', de: 'Auf Deutsch' },
  text: 'Text',
  textHelp: (placeholders: readonly string[]) => `Platzhalter: ${placeholders.join(', ')}`,
  insert: 'Textbaustein einfügen',
  search: 'Textbausteine suchen',
  noMatch: 'Kein Textbaustein passt.',
  errors: {
    name: 'Geben Sie einen Namen ein',
    abbreviation: 'Verwenden Sie 1 bis 20 Buchstaben, Ziffern, - und _',
    taken: 'Ein anderer Ihrer Textbausteine hat dieses Kürzel',
    text: 'Geben Sie einen Text ein',
    unreadable: {
      title: 'Ihre Textbausteine sind nicht lesbar',
      detail: 'Die gespeicherten Textbausteine haben eine unbekannte Form.',
      next: 'Sie bleiben gespeichert. Aktualisieren Sie das Programm, oder informieren Sie die Administration.',
    },
    full: {
      title: 'Ihre Textbausteine sind zu lang',
      detail: 'Alle Textbausteine einer Person haben zusammen höchstens 32.768 Zeichen.',
      next: 'Kürzen oder löschen Sie einige, und speichern Sie dann erneut.',
    },
  },
} satisfies Translation<typeof textBlockTexts>;

export const reportDictation = {
  start: (label: string) => `Diktieren: ${label}`,
  stop: 'Diktat beenden',
  listening: 'Aufnahme läuft. Esc beendet.',
  errors: {
    'not-allowed':
      'Der Browser darf das Mikrofon nicht verwenden. Erlauben Sie es, und versuchen Sie es erneut.',
    'no-microphone': 'Kein Mikrofon gefunden. Schließen Sie eines an, und versuchen Sie es erneut.',
    'no-speech': 'Keine Sprache erkannt. Versuchen Sie es erneut.',
    network:
      'Die Spracherkennung des Browsers ist offline. Versuchen Sie es später, oder tippen Sie.',
    language: 'Die Spracherkennung des Browsers kennt die Sprache des Befunds nicht.',
    other: 'Das Diktat wurde beendet. Versuchen Sie es erneut, oder tippen Sie.',
  },
} satisfies Translation<typeof dictationTexts>;
