import type { Translation } from '#foundation';
import type { startTexts } from '../start-texts.ts';

export const start = {
  failed: 'Das Programm konnte nicht gestartet werden',
  reload:
    'Laden Sie die Seite neu. Besteht der Fehler weiterhin, melden Sie ihn der Administration.',
  unreachable: 'Der Server ist nicht erreichbar',
  notReady: 'Der Server ist nicht bereit',
  unexpectedStatus: (status: number) =>
    `Die Anfrage nach der Konfiguration wurde mit ${status} beantwortet.`,
  retry: 'Prüfen Sie, ob der Server läuft, und versuchen Sie es erneut.',
  unusable: 'Die Konfiguration des Servers ist ungültig',
  incomplete: 'Die Version oder der API-Schlüssel fehlt.',
  contactAdministrator:
    'Lassen Sie die Konfiguration von der Administration prüfen und versuchen Sie es erneut.',
} satisfies Translation<typeof startTexts>;
