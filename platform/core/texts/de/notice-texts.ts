import type { Translation } from '#foundation';
import type { noticeTexts } from '../notice-texts.ts';

export const notices = {
  succeeded: 'Aktion erfolgreich',
  failed: 'Aktion fehlgeschlagen',
  offline:
    'Der Server ist nicht erreichbar. Markierungen werden in diesem Browser gespeichert und gesendet, sobald Sie online sind. Eingaben in Formularen bleiben auf dieser Seite; speichern Sie sie, sobald Sie online sind.',
  backOnline: 'Die Verbindung zum Server ist wiederhergestellt.',
} satisfies Translation<typeof noticeTexts>;
