import type { Translation } from '#foundation';
import type { sessionTexts } from '../session-texts.ts';

export const session = {
  idle: {
    title: 'Sind Sie noch da?',
    text: 'Dieser Rechner wurde eine Weile nicht benutzt. Sie werden abgemeldet, wenn Sie nicht angemeldet bleiben. Nicht gespeicherte Eingaben bleiben erhalten.',
    remaining: (seconds: number) =>
      seconds === 1 ? 'Abmeldung in 1 Sekunde' : `Abmeldung in ${seconds} Sekunden`,
    stay: 'Angemeldet bleiben',
    signOut: 'Abmelden',
  },
  draft: {
    restored: 'Ihre nicht gespeicherten Eingaben wurden wiederhergestellt.',
    startOver: 'Neu beginnen',
  },
  menu: { details: 'Ihre Angaben' },
} satisfies Translation<typeof sessionTexts>;
