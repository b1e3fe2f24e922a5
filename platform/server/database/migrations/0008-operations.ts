import type { Migration } from 'kysely/migration';

/** Device settings, reports, attachments, preferences and scheduled work. */
export const operations: Migration = {
  async up(): Promise<void> {},
};
