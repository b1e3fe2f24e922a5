import type { Migration } from 'kysely/migration';

/** Every field of patients, studies, scans and findings; notes and relations. */
export const wholeRecords: Migration = {
  async up(): Promise<void> {},
};
