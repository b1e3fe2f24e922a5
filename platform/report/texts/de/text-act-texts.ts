import type { Translation } from '#foundation';
import type { textActTexts } from '../text-act-texts.ts';

export const textActs = {
  normal: {
    noScan: {
      title: 'Die Studie hat keinen abgeschlossenen Scan',
      detail: 'Ein Normalbefund braucht mindestens eine gescannte Brust.',
      next: 'Schließen Sie zuerst einen Scan ab.',
    },
    hasFindings: {
      title: 'Die Studie hat Läsionen',
      detail: (names: readonly string[]) =>
        `Ein Normalbefund kann keine Läsion enthalten; die Studie hat ${names.join(', ')}.`,
      next: 'Löschen Sie die Läsionen, oder bewerten Sie jede Brust.',
    },
  },
  macro: {
    unknown: {
      title: 'Der Textbaustein hat einen unbekannten Platzhalter',
      detail: (name: string) => `{${name}} ist kein Platzhalter.`,
      next: (placeholders: readonly string[]) => `Verwenden Sie ${placeholders.join(', ')}.`,
    },
    missing: {
      title: 'Ein Wert für den Textbaustein fehlt',
      detail: (name: string) => `Für {${name}} gibt es hier keinen Wert.`,
      next: 'Vervollständigen Sie die Läsion, verwenden Sie ein Feld der Läsion, oder entfernen Sie den Platzhalter.',
    },
  },
} satisfies Translation<typeof textActTexts>;
