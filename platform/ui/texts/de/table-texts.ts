import type { Translation } from '#foundation';
import type { tableTexts } from '../table-texts.ts';

export const tables = {
  loadingMore: 'Weitere werden geladen',
} satisfies Translation<typeof tableTexts>;
