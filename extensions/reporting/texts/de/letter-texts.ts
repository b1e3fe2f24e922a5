import type { Translation } from '#foundation';
import type { letterTexts } from '../letter-texts.ts';

export const reportLetter = {
  button: 'Brief an die Patientin',
  title: 'Brief an die Patientin',
  language: 'Sprache des Briefs',
  languages: { en: 'Englisch', de: 'Deutsch' },
  loading: 'Der Brief wird geschrieben',
  preview: 'Text des Briefs',
  warnings: {
    IN_PERSON: 'Erklären Sie dieses Ergebnis in einem Gespräch, bevor der Brief ankommt.',
    ADDENDUM: 'Der Befund hat einen Nachtrag, den der Brief nicht enthält. Prüfen Sie den Text.',
    OPEN_ADDENDUM:
      'Ein Nachtrag wird geschrieben. Verschicken Sie den Brief nach dessen Unterschrift.',
    OWN_TEXT:
      'Ihr eigener Text zu einer Empfehlung steht nicht im Brief. Prüfen Sie den Text des Briefs.',
  },
  confirm: 'Ich habe der Patientin das Ergebnis erklärt oder erkläre es, bevor der Brief ankommt',
  open: 'PDF öffnen',
  print: 'Drucken',
  save: 'Als PDF speichern',
  close: 'Schließen',
} satisfies Translation<typeof letterTexts>;
