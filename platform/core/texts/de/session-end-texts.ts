import type { Translation } from '#foundation';
import type { endTexts } from '../session-end-texts.ts';

export const sessionEnds = {
  rejected: {
    title: 'Ihre Sitzung ist beendet',
    detail: 'Der Server nimmt diese Sitzung nicht mehr an.',
    next: 'Melden Sie sich erneut an. Nicht gespeicherte Änderungen bleiben in diesem Browser.',
  },
  idle: {
    title: 'Sie wurden wegen Inaktivität abgemeldet',
    detail: 'Die Inaktivitätsgrenze dieses Standorts wurde erreicht.',
    next: 'Melden Sie sich an, um dort weiterzuarbeiten, wo Sie aufgehört haben.',
  },
} satisfies Translation<typeof endTexts>;
