import type { Translation } from '#foundation';
import type { syncTexts } from '../sync-texts.ts';

export const cloudSync = {
  badge: (status: string) => `Sync: ${status}`,
  last: (when: string) => `Letzte Synchronisierung ${when}`,
  never: 'Nie synchronisiert',
} satisfies Translation<typeof syncTexts>;
