import type { Translation } from '#foundation';
import type { liveTexts } from '../live-texts.ts';

export const live = {
  title: 'Die Live-Verbindung zum Server ist unterbrochen',
  noBroker: 'Der Nachrichtenbroker ist nicht verbunden.',
  notConfirmed: 'Der Nachrichtenbroker hat die Nachricht nicht bestätigt.',
  next: 'Versuchen Sie es erneut, sobald die Verbindung wiederhergestellt ist.',
} satisfies Translation<typeof liveTexts>;
