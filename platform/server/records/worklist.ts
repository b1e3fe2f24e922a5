import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type {
  BreastDensity,
  ListedStudy,
  ReadingState,
  routes,
  ScanSide,
  ScanState,
  StudyJob,
} from '#contracts';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { Database, PatientRow } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { Refusal } from '../http/refusal.ts';
import {
  inOrder,
  type ListOrder,
  orderedPage,
  type PlacedRow,
  placeInOrder,
} from './list-order.ts';
import { holdsEvery } from './patient-rows.ts';
import {
  DENSITY,
  HOLDER,
  type HolderColumns,
  holderOf,
  READING_STATE,
  readingCounts,
  withinDays,
} from './reading-facts.ts';
import { type StudyWithState, studies, studyKey, toStudy } from './study-rows.ts';

type Query = CallOf<typeof routes.listStudies>['query'];
type Filters = CallOf<typeof routes.countStudies>['query'] & Pick<Query, 'readingState'>;

interface ListedRow extends StudyWithState, HolderColumns, PlacedRow {
  readonly code: PatientRow['code'];
  readonly firstName: PatientRow['firstName'];
  readonly lastName: PatientRow['lastName'];
  readonly birthDate: PatientRow['birthDate'];
  readonly sex: PatientRow['sex'];
  readonly sides: readonly ScanSide[];
  readonly scanCount: number;
  readonly acquisitionTime: string | null;
  readonly readingState: ReadingState;
  readonly breastDensity: BreastDensity | null;
  readonly jobs: readonly StudyJob[];
}

/** The worklist: studies with what its line shows, narrowed by every filter that is given. */
export async function listStudies({ db, query, principal }: CallOf<typeof routes.listStudies>) {
  const order = orderOf(query, principal);
  const after = placeInOrder(order, query.cursor);
  if (after instanceof Refusal) return after;
  const all = filtered(db, principal, query);
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const lines = all
    .innerJoin('patient', (join) =>
      join
        .onRef('patient.organizationId', '=', 'study.organizationId')
        .onRef('patient.id', '=', 'study.patientId'),
    )
    .select(['patient.code', 'patient.firstName', 'patient.lastName'])
    .select(['patient.birthDate', 'patient.sex', 'summary.acquiredAt as acquisitionTime'])
    .select([DENSITY.as('breastDensity'), ...HOLDER, ...scanFacts, JOBS.as('jobs')])
    .select(READING_STATE.as('readingState'));
  const rows: ListedRow[] = await inOrder(lines, order, after)
    .limit(query.limit + 1)
    .execute();
  return orderedPage(rows, order, { limit: query.limit, total }, (row) => toListed(row, principal));
}

/** How many there are in each state of reading, under the same filters. */
export async function countStudies({ db, query, principal }: CallOf<typeof routes.countStudies>) {
  const rows = await filtered(db, principal, query)
    .clearSelect()
    .select([told(principal).readingState.as('readingState'), sql<number>`count(*)`.as('counted')])
    .groupBy(sql`1`)
    .execute();
  return readingCounts(rows);
}

/** What a reader is told of a study; what is withheld is a constant, which no order or filter betrays. */
function told({ blind }: Pick<CallPrincipal, 'blind'>) {
  return {
    readingState: blind ? sql<ReadingState>`'NEW'::text` : READING_STATE,
    priority: blind ? sql`'ROUTINE'::text` : sql`study.priority`,
    holder: blind ? sql`null::uuid` : sql`hold.account_id`,
    accessionNumber: blind ? sql`null::text` : sql`study.accession_number`,
  };
}

const UNKNOWN = sql`null::text`;

function orderOf({ sort, direction }: Query, principal: CallPrincipal): ListOrder {
  const { priority, accessionNumber } = told(principal);
  const urgency = sql`(case ${priority} when 'STAT' then 3 when 'URGENT' then 2 else 1 end)::smallint`;
  const name = maySeePatients(principal) ? sql`patient.name_key` : UNKNOWN;
  const keys = {
    createdAt: { value: sql`study.created_at`, type: 'instant', nullable: false },
    updatedAt: { value: sql`study.updated_at`, type: 'instant', nullable: false },
    acquisitionTime: { value: sql`summary.acquired_at`, type: 'instant', nullable: true },
    priority: { value: urgency, type: 'whole', nullable: false },
    name: { value: name, type: 'text', nullable: true },
    accessionNumber: { value: accessionNumber, type: 'text', nullable: true },
  } as const satisfies Record<typeof sort, ListOrder['key']>;
  return { sort, direction, key: keys[sort], id: sql`${sql.ref(studyKey(principal))}` };
}

function filtered(db: Kysely<Database>, principal: CallPrincipal, filters: Filters) {
  const { readingState, priority, holder } = told(principal);
  const wanted: (RawBuilder<SqlBool> | null)[] = [
    when(filters.state, stateIs),
    when(filters.laterality, hasSide),
    when(filters.readingState, (state) => sql<SqlBool>`${readingState} = ${state}`),
    when(filters.priority, (one) => sql<SqlBool>`${priority} = ${one}`),
    when(filters.held, (by) => heldBy(by, holder, principal)),
    withinDays(sql`study.created_at`, filters.from, filters.to),
    foundBy(filters._keywords, principal),
  ];
  const rows = studies(db, principal.organizationId)
    .leftJoin('studySummary as summary', (join) =>
      join
        .onRef('summary.organizationId', '=', 'study.organizationId')
        .onRef('summary.studyId', '=', 'study.id'),
    )
    .leftJoin('studyHold as hold', (join) =>
      join
        .onRef('hold.organizationId', '=', 'study.organizationId')
        .onRef('hold.studyId', '=', 'study.id')
        .on('hold.until', '>', sql<string>`now()`),
    )
    .leftJoin('account as holder', (join) =>
      join
        .onRef('holder.organizationId', '=', 'hold.organizationId')
        .onRef('holder.id', '=', 'hold.accountId'),
    );
  return wanted.reduce((all, one) => (one === null ? all : all.where(one)), rows);
}

function when<T>(value: T | undefined, filter: (value: T) => RawBuilder<SqlBool>) {
  return value === undefined ? null : filter(value);
}

function heldBy(
  by: NonNullable<Filters['held']>,
  holder: RawBuilder<unknown>,
  { accountId }: CallPrincipal,
) {
  if (by === 'nobody') return sql<SqlBool>`${holder} is null`;
  return by === 'mine'
    ? sql<SqlBool>`${holder} = ${accountId}::uuid`
    : sql<SqlBool>`${holder} <> ${accountId}::uuid`;
}

/** Whoever may not see patients must not learn by a search who they are. */
function foundBy(keywords: string, principal: CallPrincipal): RawBuilder<SqlBool> | null {
  if (keywords.trim() === '') return null;
  return maySeePatients(principal) ? holdsEvery(keywords, 'study.patientId') : sql<SqlBool>`false`;
}

const OF_STUDY = sql`scan.organization_id = study.organization_id
  and scan.study_id = study.id and scan.deleted_at is null`;

const scanFacts = [
  sql<ScanSide[]>`array(
    select distinct laterality from scan where ${OF_STUDY} order by laterality desc)`.as('sides'),
  sql<number>`(select count(*) from scan where ${OF_STUDY})`.as('scanCount'),
];

/** A failed job counts until a later one of its kind has been queued. */
const JOBS = sql<StudyJob[]>`coalesce((
  select json_agg(json_build_object(
      'id', job.id, 'scanId', scan.id, 'scanLabel', scan.label,
      'jobType', job.job_type, 'status', job.status,
      'progress', case when job.total > 0 then least(job.done::float8 / job.total, 1) end
    ) order by job.created_at, job.id)
  from scan join job on job.organization_id = scan.organization_id and job.entity_id = scan.id
  where ${OF_STUDY} and (job.status in ('NOT_STARTED', 'IN_PROGRESS')
    or job.status = 'FAILED' and not exists (
      select from job as later
      where later.organization_id = job.organization_id and later.entity_id = job.entity_id
        and later.job_type = job.job_type
        and (later.created_at, later.id) > (job.created_at, job.id)))), '[]')`;

const hasSide = (side: ScanSide) =>
  sql<SqlBool>`exists (select from scan where ${OF_STUDY} and scan.laterality = ${side})`;

function stateIs(state: ScanState) {
  const begun = sql`exists (select from scan where ${OF_STUDY} and scan.scan_state <> 'N')`;
  const open = sql`exists (select from scan where ${OF_STUDY} and scan.scan_state <> 'C')`;
  if (state === 'N') return sql<SqlBool>`not ${begun}`;
  return state === 'C'
    ? sql<SqlBool>`(${begun} and not ${open})`
    : sql<SqlBool>`(${begun} and ${open})`;
}

function maySeePatients({ blind, features }: CallPrincipal): boolean {
  return !blind && features.includes('PATIENT_VIEW');
}

function toListed(row: ListedRow, principal: CallPrincipal): ListedStudy {
  const { code, firstName, lastName, birthDate, sex, sides, scanCount, acquisitionTime } = row;
  const { readingState, breastDensity, jobs } = row;
  return {
    ...toStudy(row, principal),
    who: maySeePatients(principal) ? { code, firstName, lastName, birthDate, sex } : null,
    ...{ sides: [...sides], scanCount, acquisitionTime },
    ...(principal.blind
      ? { readingState: 'NEW', heldBy: null, breastDensity: null, jobs: [] }
      : { readingState, heldBy: holderOf(row), breastDensity, jobs: [...jobs] }),
  };
}
