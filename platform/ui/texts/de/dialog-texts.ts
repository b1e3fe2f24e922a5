import type { Translation } from '#foundation';
import type { dialogTexts } from '../dialog-texts.ts';

export const dialogs = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  discard: {
    title: 'Eingaben verwerfen?',
    warning: 'Sie sind nicht gespeichert.',
    confirm: 'Eingaben verwerfen',
  },
  tryAgain: 'Erneut versuchen',
  copyDetails: 'Einzelheiten kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren abgelehnt',
  counted: (done: number, total: number) => `${done} von ${total}`,
  starting: 'Startet',
  cancelJob: (title: string) => `${title} abbrechen`,
  runAgain: (title: string) => `${title} erneut ausführen`,
  jobPhase: (title: string, phase: string) => `${title}, ${phase}`,
} satisfies Translation<typeof dialogTexts>;
