import { plural, type Translation } from '#foundation';
import type { fieldTexts } from '../field-texts.ts';

export const fields = {
  required: '(Pflichtfeld)',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  textLength: (used: number, max: number) => `${used} von ${max} Zeichen`,
  tooLong: (surplus: number, max: number) =>
    `${plural(surplus, 'Zeichen', 'Zeichen')} zu viel; der Text kann bis zu ${plural(max, 'Zeichen', 'Zeichen')} haben`,
  selectOne: '--bitte wählen--',
  more: (count: number) => `+ ${count} weitere`,
  selected: (count: number) => `${count} gewählt`,
  maxSelected: (count: number) => `Höchstens ${count} können gewählt werden`,
  locked: 'Gesperrt',
} satisfies Translation<typeof fieldTexts>;
