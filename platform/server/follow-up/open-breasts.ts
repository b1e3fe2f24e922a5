import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { SCORES } from '#report';
import { IS_REPORTED, studyDayIn } from './shared/reported-finding.ts';
import { IS_SUPERSEDED } from './shared/superseded-closure.ts';

/**
 * Rows of `timed` by breast with a follow-up: the first day of a growth, whether the interval of the
 * report is open, whether the result of a category 4 or 5 is missing, and the closure by a user,
 * null without one.
 */
export const openBreasts = (organizationId: string, timeZone: string) => sql`
  select timed.*, breast.side, grown.day as grown_day,
    coalesce(planned.is_open, false) as is_planned,
    -- The growth of a lesion is the more urgent reason, and covers its breast.
    coalesce(awaited.is_open, false) and grown.day is null as is_awaited,
    closure.id as closure_id
  from timed
  cross join lateral (values ('L', left_score), ('R', right_score)) as breast (side, score)
  cross join lateral (${firstGrowth(organizationId, timeZone)}) as grown
  cross join lateral (select ${isPlanned(organizationId, timeZone)} as is_open) as planned
  cross join lateral (select ${isAwaited(organizationId, timeZone)} as is_open) as awaited
  left join lateral (${closureOfBreast(organizationId)}) as closure on true
  where breast.score is not null
    and (planned.is_open or awaited.is_open or grown.day is not null)`;

/** Closure of a breast that counts. */
const closureOfBreast = (organizationId: string) => sql`
  select closure.id from follow_up_closure as closure
  where closure.organization_id = ${organizationId} and closure.study_id = timed.study_id
    and breast.side = any (closure.sides) and closure.deleted_at is null
    and not ${IS_SUPERSEDED}
  order by closure.created_at desc, closure.id desc limit 1`;

/** Findings of a breast that the report covers. */
const findingsOfBreast = (organizationId: string) => sql`
  finding
  join scan on scan.organization_id = finding.organization_id
    and scan.id = finding.scan_id and scan.deleted_at is null
  where finding.organization_id = ${organizationId} and scan.study_id = timed.study_id
    and scan.laterality = breast.side and ${IS_REPORTED}`;

/**
 * Day of the first growth that neither a later scan nor a pathology has clarified; null without
 * one. A pathology before the growth does not explain the growth.
 */
const firstGrowth = (organizationId: string, timeZone: string) => sql`
  select min(growth.day) as day
  from finding_outcome as growth
  where growth.organization_id = ${organizationId} and growth.result = 'GROWN'
    and growth.deleted_at is null
    and growth.finding_id in (select finding.id from ${findingsOfBreast(organizationId)})
    and not exists (
      select from finding_outcome as pathology
      where pathology.organization_id = growth.organization_id
        and pathology.finding_id = growth.finding_id and pathology.deleted_at is null
        and pathology.kind <> 'FOLLOW_UP' and pathology.day >= growth.day)
    and not ${hasLaterScan(organizationId, timeZone, sql`growth.day`)}`;

/**
 * Condition that the interval of the report is open: no later scan of the breast, and a finding
 * without an outcome or no finding at all.
 */
const isPlanned = (organizationId: string, timeZone: string) => sql<SqlBool>`(
  months is not null and (timed.reason = 'INTERVAL' or breast.score = ${SCORES.B3})
  and not ${hasLaterScan(organizationId, timeZone, sql`timed.study_day`)}
  and not coalesce((
    select bool_and(exists (
      select from finding_outcome as outcome
      where outcome.organization_id = finding.organization_id
        and outcome.finding_id = finding.id and outcome.deleted_at is null))
    from ${findingsOfBreast(organizationId)}
      and (timed.reason = 'INTERVAL' or finding.birads_score = ${SCORES.B3})), false))`;

/**
 * Condition that the breast is of category 4 or 5 and its result is missing: a finding of these
 * categories without an outcome, else any finding, or no finding at all. A later report of the
 * breast decides again; a later scan alone is no result.
 */
const isAwaited = (organizationId: string, timeZone: string) => sql<SqlBool>`(
  breast.score between ${SCORES.B4A} and ${SCORES.B5}
  and not ${hasLaterReport(organizationId, timeZone)}
  and coalesce((
    select coalesce(bool_or(not covered.has_outcome) filter (where covered.is_suspicious),
      bool_or(not covered.has_outcome))
    from (
      select coalesce(finding.birads_score between ${SCORES.B4A} and ${SCORES.B5}, false)
          as is_suspicious,
        exists (
          select from finding_outcome as outcome
          where outcome.organization_id = finding.organization_id
            and outcome.finding_id = finding.id and outcome.deleted_at is null
            -- A growth asks for a result.
            and outcome.result <> 'GROWN') as has_outcome
      from ${findingsOfBreast(organizationId)}) as covered), true))`;

/**
 * Condition that the breast is assessed in a report of a later study, by its newest signed content,
 * and was signed after the newest content of this one. Category 0 decides nothing.
 */
const hasLaterReport = (organizationId: string, timeZone: string) => sql<SqlBool>`exists (
  select from report as later
  join study on study.organization_id = later.organization_id and study.id = later.study_id
    and study.deleted_at is null
  left join study_summary as summary on summary.organization_id = study.organization_id
    and summary.study_id = study.id
  cross join lateral (
    select newer.content, newer.signed_at from report as newer
    where newer.organization_id = later.organization_id and newer.study_id = later.study_id
      and newer.signed_at is not null and newer.deleted_at is null
    order by newer.number desc limit 1) as latest
  where later.organization_id = ${organizationId} and later.patient_id = timed.patient_id
    and later.study_id <> timed.study_id and later.state = 'SIGNED' and later.deleted_at is null
    and latest.signed_at > timed.decided_at and ${studyDayIn(timeZone)} > timed.study_day
    and (latest.content -> (case breast.side when 'L' then 'left' else 'right' end)
      ->> 'biradsScore')::integer <> ${SCORES.B0})`;

/** Condition that the breast has a completed scan of another, later study, from a day on. */
const hasLaterScan = (
  organizationId: string,
  timeZone: string,
  fromDay: RawBuilder<unknown>,
) => sql<SqlBool>`exists (
  select from scan as later
  where later.organization_id = ${organizationId} and later.patient_id = timed.patient_id
    and later.study_id <> timed.study_id and later.deleted_at is null
    and later.scan_state = 'C' and later.laterality = breast.side
    and case when later.acquisition_time is not null
      then (later.acquisition_time at time zone ${timeZone})::date > timed.study_day
        and (later.acquisition_time at time zone ${timeZone})::date >= ${fromDay}
      -- The time of an import is unknown: a prior that is imported later has no report.
      else exists (
        select from report as later_report
        where later_report.organization_id = ${organizationId}
          and later_report.study_id = later.study_id and later_report.state = 'SIGNED'
          and later_report.deleted_at is null
          and later_report.signed_at > timed.signed_at
          and (later_report.signed_at at time zone ${timeZone})::date >= ${fromDay}) end)`;
