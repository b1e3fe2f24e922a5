import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `review_reason` is null for approvals and for disapprovals stored before this migration.
 * `former_review` is the verdict that the current one replaced, for its undo.
 */
const COLUMNS = `
alter table scan add column review_reason text;
alter table scan add column former_review jsonb;
alter table scan add check (review_verdict is not null or (review_reason is null and former_review is null));
`;

/** Stores the reason of a disapproval and the former verdict of a scan. */
export const scanReviews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(db);
  },
};
