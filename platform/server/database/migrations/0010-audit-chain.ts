import type { Migration } from 'kysely/migration';

/** The hash chain over the audit rows. */
export const auditChain: Migration = {
  async up(): Promise<void> {},
};
