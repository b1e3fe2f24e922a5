import { type Kysely, type SqlBool, sql } from 'kysely';
import type { routes, Scan } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import { patientById } from '../patients/patient-rows.ts';
import { isClosedCase } from '../shared/open-reading.ts';
import { pageOf, parseListCursor, unpagedList } from '../shared/paging.ts';
import { withheldError } from '../shared/withheld-error.ts';
import { studyFor } from '../studies/study-rows.ts';
import { type ScanWithAlias, scanById, scanFor, scans } from './scan-rows.ts';

/** SQL of a scan's sort time: the acquisition time, or the creation time before the scan starts. */
const ACQUIRED_AT = sql<string>`coalesce(scan.acquisition_time, scan.created_at)`;

type ScanQuery = ReturnType<typeof scans>;

/** Reads scans; those that have not started come first, then the newest acquisition. */
const readNewestFirst = (query: ScanQuery): Promise<ScanWithAlias[]> =>
  query
    .orderBy('scan.acquisitionTime', (order) => order.desc().nullsFirst())
    .orderBy('scan.createdAt', 'desc')
    .orderBy('scan.id', 'desc')
    .execute();

export function listScans(call: CallOf<typeof routes.listScans>) {
  const { db, principal } = call;
  const visible = scans(db, principal.organizationId).$if(principal.blind, (rows) =>
    rows.where((eb) => eb.not(isClosedCase(principal, sql`scan.study_id`))),
  );
  return pageOfScans(call, visible);
}

export async function listScansOfPatient(call: CallOf<typeof routes.listScansOfPatient>) {
  const { db, principal, params, addAuditSubject } = call;
  if (principal.blind) return withheldError();
  const { organizationId } = principal;
  const patient = await patientById(db, organizationId, params.patientId);
  if (patient === undefined) return notFound('PATIENT_NOT_FOUND');
  addAuditSubject({ patientId: params.patientId });
  return pageOfScans(
    call,
    scans(db, organizationId).where('scan.patientId', '=', params.patientId),
  );
}

/** Lists the scans of a study, all of them or only the completed ones. */
export async function listScansOfStudy(
  call: Pick<CallOf<typeof routes.listScansOfStudy>, 'db' | 'principal' | 'params'>,
  states: 'all' | 'completed',
) {
  const { db, principal, params } = call;
  const study = await studyFor(db, principal, params.studyId);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  const ofStudy = scans(db, principal.organizationId).where('scan.studyId', '=', study.id);
  const rows = await readNewestFirst(
    states === 'all' ? ofStudy : ofStudy.where('scan.scanState', '=', 'C'),
  );
  return unpagedList(rows, (row) => scanFor(row, principal));
}

/**
 * Lists the earlier completed scans of the same side. Withheld from blind annotators, because a
 * prior reveals that two studies belong to one patient.
 */
export async function listPriorScans(call: CallOf<typeof routes.listPriorScans>) {
  const { db, principal, params, addAuditSubject } = call;
  if (principal.blind) return withheldError();
  const scan = await scanById(db, principal.organizationId, params.scanId);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await priors(db, scan);
  return unpagedList(rows, (row) => scanFor(row, principal));
}

function priors(db: Kysely<Database>, scan: ScanWithAlias): Promise<ScanWithAlias[]> {
  const acquiredAt = scan.acquisitionTime ?? scan.createdAt;
  return readNewestFirst(
    scans(db, scan.organizationId)
      .where('scan.patientId', '=', scan.patientId)
      .where('scan.laterality', '=', scan.laterality)
      .where('scan.scanState', '=', 'C')
      .where('scan.id', '<>', scan.id)
      .where(sql<SqlBool>`${ACQUIRED_AT} < ${acquiredAt}::timestamptz`),
  );
}

async function pageOfScans(
  call: Pick<CallOf<typeof routes.listScans>, 'query' | 'principal'>,
  matching: ScanQuery,
): Promise<{ items: Scan[]; total: number; nextCursor: string | null } | ErrorResponse> {
  const { query, principal } = call;
  const after = parseListCursor(query.cursor);
  if (after instanceof ErrorResponse) return after;
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const remaining =
    after === null
      ? matching
      : matching.where(
          sql<SqlBool>`(${ACQUIRED_AT}, scan.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        );
  const rows = await remaining
    .orderBy(ACQUIRED_AT, 'desc')
    .orderBy('scan.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  // `pageOf` builds the cursor from `createdAt`, which is here the sort time of the list.
  return pageOf(
    rows.map((row) => ({ row, id: row.id, createdAt: row.acquisitionTime ?? row.createdAt })),
    query.limit,
    total,
    ({ row }) => scanFor(row, principal),
  );
}
