import type { Translation } from '#foundation';
import type { letterTexts } from '../letter-texts.ts';

export const reportLetter = {
  button: 'Brief an die Patientin',
  title: 'Brief an die Patientin',
  language: 'Sprache des Briefs',
  languages: { en: 'Auf Englisch', de: 'Auf Deutsch' },
  loading: 'Der Brief wird geschrieben',
  preview: 'Text des Briefs',
  warnings: {
    IN_PERSON: 'Erklären Sie dieses Ergebnis in einem Gespräch, bevor der Brief ankommt.',
    MANAGEMENT:
      'Dem Brief fehlt eine Empfehlung des Befunds, oder er weicht davon ab. Vergleichen Sie beide Texte.',
    ADDENDUM: 'Der Befund hat einen Nachtrag, den der Brief nicht enthält. Prüfen Sie den Text.',
    OPEN_ADDENDUM: 'Ein Nachtrag wird geschrieben. Verschicken Sie den Brief nach dessen Signatur.',
    OWN_TEXT:
      'Eine Empfehlung hat einen eigenen Text, der nicht im Brief steht. Prüfen Sie den Text des Briefs.',
  },
  confirm: {
    IN_PERSON:
      'Ich habe der Patientin das Ergebnis erklärt oder erkläre es, bevor der Brief ankommt',
    MANAGEMENT: 'Ich habe Brief und Befund verglichen, und der Brief kann verschickt werden',
  },
  open: 'PDF öffnen',
  print: 'Drucken',
  save: 'Als PDF speichern',
  close: 'Schließen',
} satisfies Translation<typeof letterTexts>;
