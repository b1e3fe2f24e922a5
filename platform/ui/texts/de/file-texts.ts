import type { Translation } from '#foundation';
import type { fileTexts } from '../file-texts.ts';

export const files = {
  chooseFile: 'Datei wählen',
  chooseFiles: 'Dateien wählen',
  drop: 'oder hier ablegen',
  dropFiles: 'oder hier ablegen',
  unsupportedType: (names: string) => `Dateityp nicht unterstützt: ${names}`,
  onlyOne: (name: string) => `Nur eine Datei ist erlaubt. Verwendet: ${name}`,
  unreadable: 'Das abgelegte Objekt konnte nicht gelesen werden. Wählen Sie stattdessen die Datei.',
} satisfies Translation<typeof fileTexts>;
