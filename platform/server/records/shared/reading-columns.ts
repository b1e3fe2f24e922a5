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

// The SQL expressions of this file use tables that the lists of studies and patients join:
// `summary` (study_summary), `claim` (an unexpired study_claim) and `claimant` (the account of the
// claim).

/**
 * Reading state of a study. A report determines the state; a claim and the first mark of a reader set
 * IN_PROGRESS only while the study has no report.
 */
export const READING_STATE = sql<ReadingState>`case
  when summary.report_state = 'DRAFT' then 'IN_PROGRESS'
  when summary.report_state is not null then summary.report_state
  when claim.account_id is not null or summary.marked_at is not null then 'IN_PROGRESS'
  else 'NEW' end`;

/**
 * Returns a condition that a study is unclaimed. Uses `case`, because for a plain `is null` after
 * an outer join PostgreSQL estimates few rows and then joins the other tables row by row.
 */
export const isUnclaimed = (claimant: RawBuilder<unknown>) =>
  sql<SqlBool>`case when ${claimant} is null then true else false end`;

/**
 * Returns a condition equivalent to `READING_STATE = state` that compares plain columns, for which
 * the database has statistics.
 */
export function hasReadingState(state: ReadingState): RawBuilder<SqlBool> {
  if (state === 'NEW') {
    return sql`(summary.report_state is null and summary.marked_at is null
      and ${isUnclaimed(sql`claim.account_id`)})`;
  }
  return state === 'IN_PROGRESS'
    ? sql`(summary.report_state = 'DRAFT'
        or summary.report_state is null
          and (claim.account_id is not null or summary.marked_at is not null))`
    : sql`summary.report_state = ${state}`;
}

const CODES = sql.join(
  BREAST_DENSITIES.map((code) => sql.lit(code)),
  sql`, `,
);
/** Higher density of the two sides; null when none is known. */
export const DENSITY = sql<BreastDensity | null>`(array[${CODES}])[summary.density]`;

/**
 * Returns the rank of a density, from 1 for the least glandular tissue, as stored in the summary.
 */
export const rankOfDensity = (density: BreastDensity): number =>
  BREAST_DENSITIES.indexOf(density) + 1;

/** Returns SQL for the position of a state in `readingState.codes`, from 1; null stays null. */
export function rankOfReading(state: RawBuilder<unknown>): RawBuilder<unknown> {
  const codes = sql.join(
    readingState.codes.map((code) => sql.lit(code)),
    sql`, `,
  );
  return sql`array_position(array[${codes}], ${state})::smallint`;
}

/** Source columns of `claimedBy`. */
export interface ClaimantColumns {
  readonly claimantId: string | null;
  readonly claimantName: string | null;
  readonly claimedSince: string | null;
}

/** Name of the claimant: first and last name, else the email address. */
export const CLAIMANT_NAME = sql<string>`coalesce(
  nullif(concat_ws(' ', claimant.first_name, claimant.last_name), ''), claimant.email)`;

export const CLAIMANT_COLUMNS = [
  sql<string | null>`claim.account_id`.as('claimantId'),
  sql<string | null>`${CLAIMANT_NAME}`.as('claimantName'),
  sql<string | null>`claim.since`.as('claimedSince'),
] as const;

/** Converts the columns; null without a claim. */
export function claimantOf({
  claimantId,
  claimantName,
  claimedSince,
}: ClaimantColumns): StudyClaimant | null {
  if (claimantId === null || claimantName === null || claimedSince === null) return null;
  return { accountId: claimantId, name: claimantName, since: claimedSince };
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

interface DayRange {
  /** First and last day as yyyy-mm-dd, both inclusive; undefined leaves that end open. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Time zone of the days; the default is UTC. */
  readonly timeZone: string | undefined;
}

const DAY_MS = 86_400_000;

/** Returns conditions that the instant `at` lies within a range of days of a time zone. */
export function withinDays(at: RawBuilder<unknown>, { from, to, timeZone = 'UTC' }: DayRange) {
  const midnight = (wallMs: number) =>
    sql`to_timestamp(${instantOf(wallMs, timeZone) / 1000}::float8)`;
  const bounds: RawBuilder<SqlBool>[] = [];
  if (from !== undefined) bounds.push(sql`${at} >= ${midnight(Date.parse(from))}`);
  if (to !== undefined) bounds.push(sql`${at} < ${midnight(Date.parse(to) + DAY_MS)}`);
  return bounds;
}
