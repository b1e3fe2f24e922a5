import type { Translation } from '#foundation';
import type { errorTexts } from '../error-texts.ts';

export const errors = {
  chunk: {
    title: 'Ein Teil des Programms konnte nicht geladen werden',
    next: 'Der Server wurde vielleicht aktualisiert oder ist nicht erreichbar. Laden Sie die Seite neu; Gespeichertes bleibt erhalten.',
    late: (seconds: number) => `Nach ${seconds} s kam keine Antwort.`,
  },
  view: {
    failed: (what: string) => `Fehler in: ${what}`,
    notLoaded: (what: string) => `Nicht geladen: ${what}`,
    next: 'Der Rest der Seite funktioniert weiter. Versuchen Sie es erneut. Besteht der Fehler weiterhin, kopieren Sie die Einzelheiten.',
    nextLoad:
      'Versuchen Sie es erneut. Besteht der Fehler weiterhin, kopieren Sie die Einzelheiten für die Administration.',
  },
  unexpected: {
    title: 'Im Programm ist ein Fehler aufgetreten',
    next: 'Er wurde protokolliert. Tritt er wieder auf, melden Sie ihn der Administration.',
  },
  page: (title: string) => `Seite ${title}`,
  reload: 'Neu laden',
  tryAgain: 'Erneut versuchen',
} satisfies Translation<typeof errorTexts>;
