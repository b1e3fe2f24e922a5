import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  CATEGORY_3_MONTHS,
  type FollowUpReason,
  RESULT_DAYS,
  type routes,
  type ScanSide,
} from '#contracts';
import { SCORES } from '#report';
import type { Database } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import type { CallPrincipal } from '../http/principal.ts';
import { matchesKeywords } from '../records/patients/patient-rows.ts';
import { accountName } from '../records/shared/account-name.ts';
import type { ListOrder } from '../records/shared/list-order.ts';
import { maySeePatients } from '../records/studies/worklist-query.ts';
import { IS_OPEN } from './addendum-requests.ts';
import { openBreasts } from './open-breasts.ts';
import { studyDayIn } from './shared/reported-finding.ts';

type Filters = CallOf<typeof routes.downloadFollowUps>['query'];

/** Earliest due first. */
const DUE_ORDER: ListOrder = {
  sort: 'dueDay',
  direction: 'asc',
  key: { value: sql`due.due_day`, type: 'date', nullable: false },
  id: sql<string>`due.id`,
};

/** Closed last first. */
const CLOSED_ORDER: ListOrder = {
  sort: 'closedAt',
  direction: 'desc',
  key: { value: sql`closure.created_at`, type: 'instant', nullable: false },
  id: sql<string>`due.id`,
};

/** Returns the order of the list of a state. */
export const orderOf = ({ state }: Pick<Filters, 'state'>): ListOrder =>
  state === 'CLOSED' ? CLOSED_ORDER : DUE_ORDER;

/** Columns of the derived table `due`. */
export interface DueRow {
  readonly id: string;
  /** Null for due follow-ups and requests. */
  readonly closureId: string | null;
  readonly reason: FollowUpReason;
  readonly studyId: string;
  readonly patientId: string;
  readonly reportId: string;
  readonly readerId: string;
  readonly signedAt: string;
  readonly studyDay: string;
  readonly sides: ScanSide[];
  readonly months: number | null;
  readonly isAssumed: boolean;
  readonly dueDay: string;
  readonly requestText: string | null;
  readonly requestAuthor: string | null;
}

/** Day at the site. */
export const todayIn = (timeZone: string): RawBuilder<string> =>
  sql<string>`(now() at time zone ${timeZone})::date`;

/** Selects the follow-ups and requests that match every filter, with patient, study and closure. */
export function followUps(
  db: Kysely<Database>,
  principal: CallPrincipal,
  filters: Filters,
  timeZone: string,
) {
  const { organizationId } = principal;
  const rows = db
    .selectFrom(dueRows(organizationId, timeZone).as('due'))
    .innerJoin('patient', (join) =>
      join
        .on('patient.organizationId', '=', organizationId)
        .onRef('patient.id', '=', 'due.patientId'),
    )
    .innerJoin('study', (join) =>
      join.on('study.organizationId', '=', organizationId).onRef('study.id', '=', 'due.studyId'),
    )
    .leftJoin('followUpClosure as closure', (join) =>
      join
        .on('closure.organizationId', '=', organizationId)
        .onRef('closure.id', '=', 'due.closureId'),
    )
    .where('due.closureId', filters.state === 'CLOSED' ? 'is not' : 'is', null);
  let matching = rows;
  for (const clause of conditions(principal, filters, timeZone)) matching = matching.where(clause);
  return matching;
}

function conditions(
  principal: CallPrincipal,
  { dueUntil, readerId, overdue, reason, _keywords }: Filters,
  timeZone: string,
): readonly RawBuilder<SqlBool>[] {
  const clauses: RawBuilder<SqlBool>[] = [];
  if (dueUntil !== undefined) clauses.push(sql`due.due_day <= ${dueUntil}::date`);
  if (readerId !== undefined) clauses.push(sql`due.reader_id = ${readerId}::uuid`);
  if (reason !== undefined) clauses.push(sql`due.reason = ${reason}`);
  if (overdue === 'true') {
    clauses.push(sql`(due.due_day < ${todayIn(timeZone)} or due.reason in ('ADDENDUM', 'GROWN'))`);
  }
  if (_keywords.trim() === '') return clauses;
  const keywordFilter = maySeePatients(principal)
    ? matchesKeywords(_keywords, 'patient.id')
    : sql<SqlBool>`false`;
  return [...clauses, keywordFilter];
}

/**
 * Follow-ups of the newest signed content of each study, by closure, grown lesions, missing results
 * and open requests for addenda. A study with a grown lesion is due since the day of the growth, if
 * not before. A missing result is a row beside an interval, so that each keeps its own due day; a
 * closure is one row with all its breasts.
 */
function dueRows(organizationId: string, timeZone: string): RawBuilder<DueRow> {
  return sql<DueRow>`(
    with ${breasts(organizationId, timeZone)},
    entries as (
      select breasts.*, true as is_interval from breasts where is_planned or grown_day is not null
      union all
      select breasts.*, false from breasts where is_awaited),
    due_breasts as (
      select study_id, patient_id, report_id, reader_id, signed_at, decided_at, study_day,
        stated_months,
        months, reason, closure_id, array_agg(distinct side) as sides,
        min(grown_day) as grown_day, bool_or(is_interval) as is_interval,
        bool_or(is_interval and is_planned) as is_planned, bool_or(not is_interval) as is_awaited
      from entries
      group by study_id, patient_id, report_id, reader_id, signed_at, decided_at, study_day,
        stated_months,
        months, reason, closure_id, case when closure_id is null then is_interval end)
    select coalesce(closure_id, case when is_interval then study_id else report_id end) as id,
      closure_id,
      case when grown_day is not null then 'GROWN' when is_interval then reason
        else 'NO_RESULT' end as reason,
      study_id, patient_id, report_id, reader_id, signed_at, study_day,
      array(select unnest(sides) as side order by side desc) as sides,
      case when grown_day is null and is_interval then months end as months,
      grown_day is null and is_interval and stated_months is null as is_assumed,
      least(grown_day,
        case when is_planned then (study_day + make_interval(months => months))::date end,
        case when is_awaited then (decided_at at time zone ${timeZone})::date + ${RESULT_DAYS}::integer
          end) as due_day,
      null::text as request_text, null::text as request_author
    from due_breasts
    union all
    select addendum_request.id, null, 'ADDENDUM', signed.study_id, signed.patient_id, signed.report_id,
      signed.reader_id, signed.signed_at, signed.study_day,
      array_remove(array[case when left_score is not null then 'L' end,
        case when right_score is not null then 'R' end], null), null, false,
      (addendum_request.created_at at time zone ${timeZone})::date, addendum_request.text,
      ${accountName(organizationId, sql`addendum_request.created_by`)}
    from addendum_request
    join signed on signed.study_id = addendum_request.study_id
    where addendum_request.organization_id = ${organizationId} and ${IS_OPEN})`;
}

/** Common tables `signed`, with signed reports, and `breasts`, with their open and closed breasts. */
const breasts = (organizationId: string, timeZone: string, studyId: string | null = null) => sql`
  signed as (${signedReports(organizationId, timeZone, studyId)}),
  planned as (
    select signed.*,
      case when ${SCORES.B3} in (coalesce(left_score, 0), coalesce(right_score, 0))
        then 'CATEGORY_3' else 'INTERVAL' end as reason
    from signed),
  timed as (
    select planned.*, coalesce(stated_months,
      case when reason = 'CATEGORY_3' then ${CATEGORY_3_MONTHS}::integer end) as months
    from planned),
  breasts as (${openBreasts(organizationId, timeZone)})`;

/** Breast of a study with a follow-up that is due or closed. */
interface FollowUpBreast {
  readonly side: ScanSide;
  readonly hasGrown: boolean;
  readonly isClosed: boolean;
}

/** Returns the breasts of a study with a follow-up. */
export async function followUpBreasts(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
  timeZone: string,
): Promise<readonly FollowUpBreast[]> {
  const { rows } = await sql<FollowUpBreast>`
    with ${breasts(organizationId, timeZone, studyId)}
    select side, grown_day is not null as has_grown, closure_id is not null as is_closed
    from breasts`.execute(db);
  return rows;
}

/**
 * Signed reports with their scores and months; addenda may repeat the content.
 * @param studyId null for all studies
 */
const signedReports = (organizationId: string, timeZone: string, studyId: string | null) => sql`
  select report.id as report_id, report.study_id, report.patient_id,
    report.signed_by as reader_id, report.signed_at, latest.signed_at as decided_at,
    ${studyDayIn(timeZone)} as study_day,
    (latest.content -> 'left' ->> 'biradsScore')::integer as left_score,
    (latest.content -> 'right' ->> 'biradsScore')::integer as right_score,
    nullif((latest.content ->> 'followUpMonths')::integer, 0) as stated_months
  from report
  join study on study.organization_id = report.organization_id and study.id = report.study_id
    and study.deleted_at is null
  left join study_summary as summary on summary.organization_id = study.organization_id
    and summary.study_id = study.id
  cross join lateral (
    select newer.content, newer.signed_at from report as newer
    where newer.organization_id = report.organization_id and newer.study_id = report.study_id
      and newer.signed_at is not null and newer.deleted_at is null
    order by newer.number desc limit 1) as latest
  where report.organization_id = ${organizationId} and report.state = 'SIGNED'
    and report.signed_by is not null and report.deleted_at is null
    ${studyId === null ? sql`` : sql`and report.study_id = ${studyId}`}`;
