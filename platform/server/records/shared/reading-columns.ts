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
 * Expressions over `summary` (study_summary), `hold` (an unexpired study_hold) and `holder` (its
 * account), which the query joins. Studies and patients share them.
 */

/**
 * Reading state of a study. Opening an existing report does not set the state back to IN_PROGRESS.
 */
export const READING_STATE = sql<ReadingState>`case
  when summary.report_state = 'DRAFT' then 'IN_PROGRESS'
  when summary.report_state is not null then summary.report_state
  when hold.account_id is not null then 'IN_PROGRESS' else 'NEW' end`;

/**
 * True when unclaimed. Written as `case`, because for a bare 'is null' after an outer join
 * PostgreSQL estimates few rows and then joins the other tables row by row.
 */
export const isUnclaimed = (claimant: RawBuilder<unknown>) =>
  sql<SqlBool>`case when ${claimant} is null then true else false end`;

/**
 * Returns a condition equal to READING_STATE = `state`, but over columns, for which the database
 * has statistics.
 */
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
/** Higher density of the two sides. */
export const DENSITY = sql<BreastDensity | null>`(array[${CODES}])[summary.density]`;

/**
 * Returns the rank of a density from little to much tissue, starting at 1, as stored in the
 * summary.
 */
export const rankOfDensity = (density: BreastDensity): number =>
  BREAST_DENSITIES.indexOf(density) + 1;

/** Returns SQL for the rank of a state in the order of a reading; null stays null. */
export function rankOfReading(state: RawBuilder<unknown>): RawBuilder<unknown> {
  const codes = sql.join(
    readingState.codes.map((code) => sql.lit(code)),
    sql`, `,
  );
  return sql`array_position(array[${codes}], ${state})::smallint`;
}

/** Source columns of `heldBy`. */
export interface ClaimantColumns {
  readonly holderId: string | null;
  readonly holderName: string | null;
  readonly heldSince: string | null;
}

/** Display name of an account. */
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

/** Sums counts by state; rows without a state count only in the total. */
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
  /** First and last day as yyyy-mm-dd, both inclusive; undefined leaves that end open. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Time zone of the days; the default is UTC. */
  readonly timeZone: string | undefined;
}

const DAY_MS = 86_400_000;

/** Returns conditions that an instant lies within days of a time zone. */
export function withinDays(at: RawBuilder<unknown>, { from, to, timeZone = 'UTC' }: Days) {
  const midnight = (wallMs: number) =>
    sql`to_timestamp(${instantOf(wallMs, timeZone) / 1000}::float8)`;
  const bounds: RawBuilder<SqlBool>[] = [];
  if (from !== undefined) bounds.push(sql`${at} >= ${midnight(Date.parse(from))}`);
  if (to !== undefined) bounds.push(sql`${at} < ${midnight(Date.parse(to) + DAY_MS)}`);
  return bounds;
}
