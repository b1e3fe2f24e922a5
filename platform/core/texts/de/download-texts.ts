import type { Translation } from '#foundation';
import type { downloadTexts } from '../download-texts.ts';

export const downloads = {
  failed: 'Die Datei wurde nicht heruntergeladen',
  noReason: 'Der Server nannte keinen Grund oder war nicht erreichbar.',
  next: 'Versuchen Sie es erneut. Schlägt es wieder fehl, wenden Sie sich an die Administration.',
} satisfies Translation<typeof downloadTexts>;
