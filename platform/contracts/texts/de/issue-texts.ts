import type { Translation } from '#foundation';
import type { issueTexts } from '../issue-texts.ts';

export const fieldIssues = {
  type: {
    string: 'Geben Sie einen Text ein',
    number: 'Geben Sie eine Zahl ein',
    int: 'Geben Sie eine ganze Zahl ein',
    boolean: 'Geben Sie true oder false ein',
    date: 'Geben Sie ein Datum ein',
    array: 'Geben Sie eine Liste ein',
    other: 'Ungültiger Wert',
  },
  atLeastCharacters: (minimum) => `Mindestens ${minimum} Zeichen`,
  upToCharacters: (maximum) => `Höchstens ${maximum} Zeichen`,
  atLeastItems: (minimum) => `Mindestens ${minimum} ${minimum === 1 ? 'Eintrag' : 'Einträge'}`,
  upToItems: (maximum) => `Höchstens ${maximum} ${maximum === 1 ? 'Eintrag' : 'Einträge'}`,
  atLeast: (minimum) => `Muss mindestens ${minimum} sein`,
  moreThan: (minimum) => `Muss größer als ${minimum} sein`,
  upTo: (maximum) => `Darf höchstens ${maximum} sein`,
  lessThan: (maximum) => `Muss kleiner als ${maximum} sein`,
  multipleOf: (divisor) => `Muss ein Vielfaches von ${divisor} sein`,
  oneOf: (values) => `Muss einer dieser Werte sein: ${values.join(', ')}`,
  format: {
    email: 'Geben Sie eine gültige E-Mail-Adresse ein',
    url: 'Geben Sie eine gültige Adresse ein',
    uuid: 'Ungültige ID',
    date: 'Geben Sie ein Datum als jjjj-mm-tt ein',
    datetime: 'Geben Sie ein Datum mit Uhrzeit ein',
    time: 'Geben Sie eine Uhrzeit ein',
    other: 'Ungültiges Format',
  },
} satisfies Translation<typeof issueTexts>;
