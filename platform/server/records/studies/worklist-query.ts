import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadingState, routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { matchesKeywords } from '../patients/patient-rows.ts';
import { alphabetical, type ListOrder } from '../shared/list-order.ts';
import { isClosedCase } from '../shared/open-reading.ts';
import {
  hasReadingState,
  isUnclaimed,
  READING_STATE,
  withinDays,
} from '../shared/reading-columns.ts';
import { studyKey } from './study-rows.ts';

type Query = CallOf<typeof routes.listStudies>['query'];
type Filters = CallOf<typeof routes.countStudies>['query'] & Pick<Query, 'readingState'>;

/** Returns whether the caller may see patient data in lists. */
export function maySeePatients({ blind, features }: CallPrincipal): boolean {
  return !blind && features.includes('PATIENT_VIEW');
}

/**
 * Returns SQL of the study columns. For a blind annotator withheld columns are constants, so that
 * neither sorting nor filtering reveals their values.
 */
export function visibleColumns({ blind }: Pick<CallPrincipal, 'blind'>) {
  return {
    readingState: blind ? sql<ReadingState>`'NEW'::text` : READING_STATE,
    hasState: (state: ReadingState) =>
      blind ? sql<SqlBool>`${state}::text = 'NEW'` : hasReadingState(state),
    priority: blind ? sql`'ROUTINE'::text` : sql`study.priority`,
    claimant: blind ? sql`null::uuid` : sql`claim.account_id`,
    accessionNumber: blind ? sql`null::text` : sql`study.accession_number`,
    waits: blind ? sql<SqlBool>`summary.scan_state <> 'N'` : WAITS,
  };
}

/** Condition that a study is scanned and not signed. */
const WAITS = sql<SqlBool>`(summary.scan_state <> 'N'
  and coalesce(summary.report_state, 'NEW') not in ('SIGNED', 'ADDENDUM'))`;

/** An imported exam of an earlier year waits from its import, because it could not be read before. */
const READABLE_AT = sql`greatest(summary.acquired_at, study.created_at)`;

/** Time since which a study waits for its signature; null while it does not wait. */
export const WAITING_SINCE = sql<string | null>`case when ${WAITS} then ${READABLE_AT} end`;

/**
 * Sort key of the waiting time in the sorted direction: the class of the study (STAT, URGENT,
 * ROUTINE, not waiting) precedes the time. 1e10 s exceeds every time of a class.
 */
function waitingKey(
  direction: Query['direction'],
  urgency: RawBuilder<unknown>,
  waits: RawBuilder<SqlBool>,
): ListOrder['key'] {
  const seconds = sql`extract(epoch from ${READABLE_AT})::float8`;
  const value =
    direction === 'desc'
      ? sql`(case when ${waits} then (1 + ${urgency}) * 1e10::float8 - ${seconds} else 1e10::float8 + ${seconds} end)`
      : sql`(case when ${waits} then (4 - ${urgency}) * 1e10::float8 - ${seconds} else 4e10::float8 - ${seconds} end)`;
  return { value, type: 'number', nullable: false };
}

/** Returns the requested order of a worklist, over the tables of `worklist`. */
export function worklistOrder({ sort, direction }: Query, principal: CallPrincipal): ListOrder {
  const { priority, accessionNumber, waits } = visibleColumns(principal);
  const urgency = sql`(case ${priority} when 'STAT' then 3 when 'URGENT' then 2 else 1 end)::smallint`;
  const name = maySeePatients(principal) ? sql`patient.name_key` : sql`null::text`;
  const keys = {
    createdAt: { value: sql`study.created_at`, type: 'instant', nullable: false },
    updatedAt: { value: sql`study.updated_at`, type: 'instant', nullable: false },
    acquisitionTime: { value: sql`summary.acquired_at`, type: 'instant', nullable: true },
    priority: { value: urgency, type: 'whole', nullable: false },
    waiting: waitingKey(direction, urgency, waits),
    name: { value: alphabetical(name), type: 'text', nullable: true },
    accessionNumber: { value: alphabetical(accessionNumber), type: 'text', nullable: true },
  } as const satisfies Record<typeof sort, ListOrder['key']>;
  return { sort, direction, key: keys[sort], id: sql`${sql.ref(studyKey(principal))}` };
}

/** Selects the studies that match every filter, joined with the data for sorting and filtering. */
export function worklist(db: Kysely<Database>, principal: CallPrincipal, filters: Filters) {
  const rows = db
    .selectFrom('study')
    // Left joins with at most one row each, so that the database skips tables that a query does not
    // use.
    .leftJoin('studySummary as summary', (join) =>
      join
        .onRef('summary.organizationId', '=', 'study.organizationId')
        .onRef('summary.studyId', '=', 'study.id'),
    )
    .leftJoin('studyClaim as claim', (join) =>
      join
        .onRef('claim.organizationId', '=', 'study.organizationId')
        .onRef('claim.studyId', '=', 'study.id')
        .on('claim.until', '>', sql<string>`now()`),
    )
    .leftJoin('patient', (join) =>
      join
        .onRef('patient.organizationId', '=', 'study.organizationId')
        .onRef('patient.id', '=', 'study.patientId'),
    )
    .where('study.organizationId', '=', principal.organizationId)
    .where('study.deletedAt', 'is', null);
  let matching = rows;
  for (const clause of conditions(principal, filters)) matching = matching.where(clause);
  return matching;
}

/** Condition that the caller has begun the newest report of a study, which is not signed. */
const isUnsignedReportOf = ({ accountId, blind }: CallPrincipal) =>
  blind
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(summary.report_state in ('DRAFT', 'PRELIMINARY') and ${accountId}::uuid = (
        select report.created_by from report
        where report.organization_id = study.organization_id and report.study_id = study.id
          and report.deleted_at is null
        order by report.number desc limit 1))`;

/** Condition that a job of a scan of the study failed and no later job of its type exists. */
const HAS_FAILED_JOB = sql<SqlBool>`exists (
  select from scan join job on job.organization_id = scan.organization_id
    and job.entity_id = scan.id and job.status = 'FAILED'
  where scan.organization_id = study.organization_id and scan.study_id = study.id
    and scan.deleted_at is null and not exists (
      select from job as later
      where later.organization_id = job.organization_id and later.entity_id = job.entity_id
        and later.job_type = job.job_type
        and (later.created_at, later.id) > (job.created_at, job.id)))`;

function conditions(principal: CallPrincipal, filters: Filters): readonly RawBuilder<SqlBool>[] {
  const { hasState, priority, claimant } = visibleColumns(principal);
  const { state, laterality, claimed, from, to, timeZone } = filters;
  const clauses = withinDays(sql`study.created_at`, { from, to, timeZone });
  if (principal.blind) clauses.push(sql`not ${isClosedCase(principal, sql`study.id`)}`);
  if (state !== undefined) clauses.push(sql`summary.scan_state = ${state}`);
  if (laterality !== undefined) clauses.push(sql`${laterality} = any (summary.sides)`);
  if (filters.readingState !== undefined) {
    clauses.push(hasState(filters.readingState));
  }
  // Blind annotators learn nothing of reports.
  if (filters.report === 'none' && !principal.blind)
    clauses.push(sql`summary.report_state is null`);
  if (filters.unsigned === 'mine') clauses.push(isUnsignedReportOf(principal));
  if (filters.jobs === 'failed') clauses.push(principal.blind ? sql`false` : HAS_FAILED_JOB);
  if (filters.priority !== undefined) clauses.push(sql`${priority} = ${filters.priority}`);
  if (claimed === 'none') clauses.push(isUnclaimed(claimant));
  if (claimed === 'mine') clauses.push(sql`${claimant} = ${principal.accountId}::uuid`);
  if (claimed === 'others') clauses.push(sql`${claimant} <> ${principal.accountId}::uuid`);
  if (filters._keywords.trim() === '') return clauses;
  // Without the right to see patients, a keyword search matches nothing, because results would
  // reveal identities.
  const keywordFilter = maySeePatients(principal)
    ? matchesKeywords(filters._keywords, 'study.patientId')
    : sql<SqlBool>`false`;
  return [...clauses, keywordFilter];
}
