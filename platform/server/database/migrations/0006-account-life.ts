import type { Migration } from 'kysely/migration';

/** Resets, invitations, known devices and the rest of an account’s life. */
export const accountLife: Migration = {
  async up(): Promise<void> {},
};
