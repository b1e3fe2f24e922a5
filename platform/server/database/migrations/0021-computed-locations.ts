import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const COMPUTED = `
alter table finding
  drop column clock_position_sec,
  drop column distance_from_nipple_um,
  drop column depth_um,
  drop column depth_reference;
drop table unplaced_scan;
`;

/**
 * Findings keep no location: the server computes clock, distance and depth from marks, nipple,
 * volume and skin whenever a finding is read. Signed reports contain the locations that were
 * signed, so none is lost.
 */
export const computedLocations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(COMPUTED).execute(db);
  },
};
