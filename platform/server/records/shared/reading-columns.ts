import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  BREAST_DENSITIES,
  type BreastDensity,
  type ReadingCounts,
  type ReadingState,
  readingState,
  type StudyClaimant,
} from '#contracts';
import { instantOf } from '../../site/time-zone.ts';

/**
 * Expressions over `summary` (study_summary), `hold` (a study_hold that is alive) and `holder` (its
 * account), which a query joins from outside: studies and patients say the same of a reading.
 */

/** How far the reading is. Whoever looks into a report that is there does not make it unfinished. */
export const READING_STATE = sql<ReadingState>`case
  when summary.report_state = 'DRAFT' then 'IN_PROGRESS'
  when summary.report_state is not null then summary.report_state
  when hold.account_id is not null then 'IN_PROGRESS' else 'NEW' end`;

/**
 * Nobody holds it. Said this way, because of a bare 'is null' after an outer join PostgreSQL believes
 * that hardly any row passes, and then looks the other tables up row by row.
 */
export const isUnclaimed = (claimant: RawBuilder<unknown>) =>
  sql<SqlBool>`case when ${claimant} is null then true else false end`;

/** READING_STATE is this one, in words of columns: the database knows how many of each there are. */
export function isReading(state: ReadingState): RawBuilder<SqlBool> {
  if (state === 'NEW') {
    return sql`(summary.report_state is null and ${isUnclaimed(sql`hold.account_id`)})`;
  }
  return state === 'IN_PROGRESS'
    ? sql`(summary.report_state = 'DRAFT'
        or summary.report_state is null and hold.account_id is not null)`
    : sql`summary.report_state = ${state}`;
}

const CODES = sql.join(
  BREAST_DENSITIES.map((code) => sql.lit(code)),
  sql`, `,
);
/** The higher of the sides. */
export const DENSITY = sql<BreastDensity | null>`(array[${CODES}])[summary.density]`;

/** Place of a density from little to much tissue, from 1, as the summary holds it. */
export const rankOfDensity = (density: BreastDensity): number =>
  BREAST_DENSITIES.indexOf(density) + 1;

/** Place of a state in the order in which a reading goes; null stays null. */
export function rankOfReading(state: RawBuilder<unknown>): RawBuilder<unknown> {
  const codes = sql.join(
    readingState.codes.map((code) => sql.lit(code)),
    sql`, `,
  );
  return sql`array_position(array[${codes}], ${state})::smallint`;
}

/** What `heldBy` is made of. */
export interface ClaimantColumns {
  readonly holderId: string | null;
  readonly holderName: string | null;
  readonly heldSince: string | null;
}

/** The name that others know an account by. */
export const ACCOUNT_NAME = sql<string>`coalesce(
  nullif(concat_ws(' ', holder.first_name, holder.last_name), ''), holder.email)`;

export const CLAIMANT_COLUMNS = [
  sql<string | null>`hold.account_id`.as('holderId'),
  sql<string | null>`${ACCOUNT_NAME}`.as('holderName'),
  sql<string | null>`hold.since`.as('heldSince'),
] as const;

export function claimantOf({
  holderId,
  holderName,
  heldSince,
}: ClaimantColumns): StudyClaimant | null {
  if (holderId === null || holderName === null || heldSince === null) return null;
  return { accountId: holderId, name: holderName, since: heldSince };
}

/** Counts by state; rows without a state are in the total alone. */
export function readingCounts(
  rows: readonly { readonly readingState: ReadingState | null; readonly counted: number }[],
): ReadingCounts {
  const byReadingState = { NEW: 0, IN_PROGRESS: 0, PRELIMINARY: 0, SIGNED: 0, ADDENDUM: 0 };
  let total = 0;
  for (const row of rows) {
    total += row.counted;
    if (row.readingState !== null) byReadingState[row.readingState] = row.counted;
  }
  return { total, byReadingState };
}

interface Days {
  /** First and last day, yyyy-mm-dd, both included; without one that end is open. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whose days they are; without it those of UTC. */
  readonly timeZone: string | undefined;
}

const DAY_MS = 86_400_000;

/** An instant lies within days, as the clocks of a zone count them. */
export function withinDays(at: RawBuilder<unknown>, { from, to, timeZone = 'UTC' }: Days) {
  const midnight = (wallMs: number) =>
    sql`to_timestamp(${instantOf(wallMs, timeZone) / 1000}::float8)`;
  const bounds: RawBuilder<SqlBool>[] = [];
  if (from !== undefined) bounds.push(sql`${at} >= ${midnight(Date.parse(from))}`);
  if (to !== undefined) bounds.push(sql`${at} < ${midnight(Date.parse(to) + DAY_MS)}`);
  return bounds;
}
