import { type Kysely, sql } from 'kysely';
import {
  type BreastDensity,
  type ListedStudy,
  PROTOCOL_FRAMES,
  type ReadingState,
  type Recording,
  type routes,
  type ScanProtocol,
  type ScanSide,
  type StudyJob,
} from '#contracts';
import { SIMULATED_SCANNER } from '../../accounts/demonstration.ts';
import type { Database, PatientRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import {
  applyOrder,
  type CursorRow,
  cursorColumns,
  orderedPage,
  parseOrderCursor,
} from '../shared/list-order.ts';
import {
  CLAIMANT_COLUMNS,
  type ClaimantColumns,
  claimantOf,
  DENSITY,
  READING_STATE,
  readingCounts,
} from '../shared/reading-columns.ts';
import { openRereading, type StudyWithState, toStudy } from './study-rows.ts';
import {
  maySeePatients,
  visibleColumns,
  WAITING_SINCE,
  worklist,
  worklistOrder,
} from './worklist-query.ts';

interface StoredRecording extends Omit<Recording, 'framesTotal'> {
  readonly protocol: ScanProtocol;
}

interface ListedRow extends StudyWithState, ClaimantColumns, CursorRow {
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
  readonly recordings: readonly StoredRecording[];
  readonly disapprovedScans: number;
  readonly waitingSince: string | null;
  readonly priorScans: number;
  readonly acquiredOnDay: boolean;
}

/** Lists the studies of the worklist that match every filter. */
export async function listStudies({ db, query, principal }: CallOf<typeof routes.listStudies>) {
  const order = worklistOrder(query, principal);
  const after = parseOrderCursor(order, query.cursor);
  if (after instanceof ErrorResponse) return after;
  const matching = worklist(db, principal, query);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Reads the listed fields only for the rows of the page, not for every matching row.
  const page = applyOrder(matching.select('study.id'), order, after).limit(query.limit + 1);
  const listed = listedStudies(db, principal).where('study.id', 'in', page);
  const rows: ListedRow[] = await applyOrder(
    listed.select(cursorColumns(order)),
    order,
    null,
  ).execute();
  return orderedPage(rows, order, { limit: query.limit, total }, (row) => toListed(row, principal));
}

/** Counts studies by reading state, under the same filters as the list. */
export async function countStudies({ db, query, principal }: CallOf<typeof routes.countStudies>) {
  const rows = await worklist(db, principal, query)
    .select([
      visibleColumns(principal).readingState.as('readingState'),
      sql<number>`count(*)`.as('counted'),
    ])
    .groupBy(sql`1`)
    .execute();
  return readingCounts(rows);
}

/**
 * Open and failed jobs of a study; a failed job is left out once a later job of its type exists.
 */
const JOBS = sql<StudyJob[]>`coalesce((
  select json_agg(json_build_object(
      'id', job.id, 'scanId', scan.id, 'scanLabel', scan.label,
      'jobType', job.job_type, 'status', job.status,
      'progress', case when job.total > 0 then least(job.done::float8 / job.total, 1) end
    ) order by job.created_at, job.id)
  from scan join job on job.organization_id = scan.organization_id and job.entity_id = scan.id
  where scan.organization_id = study.organization_id and scan.study_id = study.id
    and scan.deleted_at is null and (job.status in ('NOT_STARTED', 'IN_PROGRESS')
    or job.status = 'FAILED' and not exists (
      select from job as later
      where later.organization_id = job.organization_id and later.entity_id = job.entity_id
        and later.job_type = job.job_type
        and (later.created_at, later.id) > (job.created_at, job.id)))), '[]')`;

/** Scans that have begun or stored a frame within the last two minutes; others are interrupted. */
const RECORDINGS = sql<StoredRecording[]>`coalesce((
  select json_agg(json_build_object(
      'scanId', scan.id, 'scanLabel', scan.label, 'protocol', scan.protocol,
      'framesStored', frames.stored,
      'simulated', coalesce(device.model = ${SIMULATED_SCANNER}, false)
    ) order by scan.created_at, scan.id)
  from scan
  join lateral (
    select count(*)::integer as stored, max(scan_file.stored_at) as last_at from scan_file
    where scan_file.organization_id = scan.organization_id and scan_file.scan_id = scan.id
      and scan_file.epoch = scan.epoch and scan_file.file_category = 'SCAN_IMAGE'
      and scan_file.stored_at is not null and scan_file.superseded_at is null
      and scan_file.deleted_at is null) as frames on true
  left join device
    on device.organization_id = scan.organization_id and device.id = scan.device_id
  where scan.organization_id = study.organization_id and scan.study_id = study.id
    and scan.deleted_at is null and scan.scan_state = 'I'
    -- No scan lasts longer; spares the count of frames of scans that were never completed.
    and scan.updated_at > now() - interval '12 hours'
    and coalesce(frames.last_at, scan.updated_at) > now() - interval '2 minutes'), '[]')`;

const DISAPPROVED = sql<number>`(
  select count(*)::integer from scan
  where scan.organization_id = study.organization_id and scan.study_id = study.id
    and scan.deleted_at is null and scan.review_verdict = 'DISAPPROVED')`;

/** Completed scans of the patient's other studies that are older than the study. */
const PRIOR_SCANS = sql<number>`(
  select count(*)::integer from scan join study as prior
    on prior.organization_id = scan.organization_id and prior.id = scan.study_id
  where prior.organization_id = study.organization_id and prior.patient_id = study.patient_id
    and prior.id <> study.id and prior.deleted_at is null
    and scan.deleted_at is null and scan.scan_state = 'C'
    and coalesce(scan.acquisition_time, scan.created_at)
      < coalesce(summary.acquired_at, study.created_at))`;

/** True if the newest scan that has started was imported. */
const ACQUIRED_ON_DAY = sql<boolean>`exists (
  select from scan
  where scan.organization_id = study.organization_id and scan.study_id = study.id
    and scan.deleted_at is null and scan.origin = 'IMPORTED'
    and scan.acquisition_time = summary.acquired_at)`;

/** Selects studies with all fields of the worklist. */
function listedStudies(db: Kysely<Database>, { organizationId }: CallPrincipal) {
  return db
    .selectFrom('study')
    .innerJoin('patient', (join) =>
      join
        .onRef('patient.organizationId', '=', 'study.organizationId')
        .onRef('patient.id', '=', 'study.patientId'),
    )
    .innerJoin('studySummary as summary', (join) =>
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
    .leftJoin('account as claimant', (join) =>
      join
        .onRef('claimant.organizationId', '=', 'claim.organizationId')
        .onRef('claimant.id', '=', 'claim.accountId'),
    )
    .where('study.organizationId', '=', organizationId)
    .selectAll('study')
    .select(['patient.code', 'patient.firstName', 'patient.lastName'])
    .select(['patient.birthDate', 'patient.sex', 'summary.acquiredAt as acquisitionTime'])
    .select(['summary.scanState as state', 'summary.scanCount', 'summary.sides'])
    .select([READING_STATE.as('readingState'), DENSITY.as('breastDensity'), JOBS.as('jobs')])
    .select(RECORDINGS.as('recordings'))
    .select([DISAPPROVED.as('disapprovedScans'), PRIOR_SCANS.as('priorScans')])
    .select([WAITING_SINCE.as('waitingSince'), ACQUIRED_ON_DAY.as('acquiredOnDay')])
    .select(openRereading(organizationId).as('rereading'))
    .select(CLAIMANT_COLUMNS);
}

function toListed(row: ListedRow, principal: CallPrincipal): ListedStudy {
  const { code, firstName, lastName, birthDate, sex, sides, scanCount, acquisitionTime } = row;
  return {
    ...toStudy(row, principal),
    who: maySeePatients(principal) ? { code, firstName, lastName, birthDate, sex } : null,
    sides: [...sides],
    scanCount,
    acquisitionTime,
    acquiredOnDay: row.acquiredOnDay,
    ...(principal.blind ? WITHHELD : progressOf(row)),
  };
}

type Progress = Pick<
  ListedStudy,
  | 'readingState'
  | 'claimedBy'
  | 'breastDensity'
  | 'jobs'
  | 'recordings'
  | 'disapprovedScans'
  | 'waitingSince'
  | 'priorScans'
>;

/** Values for blind annotators, from whom the reading by others and other studies are withheld. */
const WITHHELD: Progress = {
  readingState: 'NEW',
  claimedBy: null,
  breastDensity: null,
  jobs: [],
  recordings: [],
  disapprovedScans: 0,
  waitingSince: null,
  priorScans: null,
};

function progressOf(row: ListedRow): Progress {
  const { readingState, breastDensity, jobs, disapprovedScans, waitingSince, priorScans } = row;
  const claimedBy = claimantOf(row);
  return {
    readingState,
    claimedBy,
    breastDensity,
    jobs: [...jobs],
    recordings: row.recordings.map(({ protocol, ...recording }) => ({
      ...recording,
      framesTotal: PROTOCOL_FRAMES[protocol],
    })),
    disapprovedScans,
    waitingSince,
    priorScans,
  };
}
