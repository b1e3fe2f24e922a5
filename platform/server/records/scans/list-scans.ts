import { type Kysely, type SqlBool, sql } from 'kysely';
import type { routes, Scan } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import { patientById } from '../patients/patient-rows.ts';
import { pageOf, parseListCursor, unpagedList } from '../shared/paging.ts';
import { withheld } from '../shared/withheld.ts';
import { studyFor } from '../studies/study-rows.ts';
import { type ScanWithAlias, scanById, scanFor, scans } from './scan-rows.ts';

/** Sort time; the creation time for a scan that has not started. */
const ACQUIRED_AT = sql<string>`coalesce(scan.acquisition_time, scan.created_at)`;

type Scans = ReturnType<typeof scans>;

const newestFirst = (rows: Scans): Promise<ScanWithAlias[]> =>
  rows
    .orderBy('scan.acquisitionTime', (order) => order.desc().nullsFirst())
    .orderBy('scan.createdAt', 'desc')
    .orderBy('scan.id', 'desc')
    .execute();

export function listScans(call: CallOf<typeof routes.listScans>) {
  return page(call, scans(call.db, call.principal.organizationId));
}

export async function listScansOfPatient(call: CallOf<typeof routes.listScansOfPatient>) {
  const { db, principal, params, addAuditSubject } = call;
  if (principal.blind) return withheld();
  const { organizationId } = principal;
  const patient = await patientById(db, organizationId, params.patientId);
  if (patient === undefined) return notFound('The patient');
  addAuditSubject({ patientId: params.patientId });
  return page(call, scans(db, organizationId).where('scan.patientId', '=', params.patientId));
}

export async function listScansOfStudy(
  call: Pick<CallOf<typeof routes.listScansOfStudy>, 'db' | 'principal' | 'params'>,
  only: 'all' | 'completed',
) {
  const { db, principal, params } = call;
  const study = await studyFor(db, principal, params.studyId);
  if (study === undefined) return notFound('The study');
  const all = scans(db, principal.organizationId).where('scan.studyId', '=', study.id);
  const rows = await newestFirst(only === 'all' ? all : all.where('scan.scanState', '=', 'C'));
  return unpagedList(rows, (row) => scanFor(row, principal));
}

/**
 * Lists prior scans. Withheld from blind annotators, because a prior reveals that two studies
 * belong to one patient.
 */
export async function listPriorScans(call: CallOf<typeof routes.listPriorScans>) {
  const { db, principal, params, addAuditSubject } = call;
  if (principal.blind) return withheld();
  const scan = await scanById(db, principal.organizationId, params.scanId);
  if (scan === undefined) return notFound('The scan');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await priors(db, scan);
  return unpagedList(rows, (row) => scanFor(row, principal));
}

function priors(db: Kysely<Database>, scan: ScanWithAlias): Promise<ScanWithAlias[]> {
  const acquiredAt = scan.acquisitionTime ?? scan.createdAt;
  return newestFirst(
    scans(db, scan.organizationId)
      .where('scan.patientId', '=', scan.patientId)
      .where('scan.laterality', '=', scan.laterality)
      .where('scan.scanState', '=', 'C')
      .where('scan.id', '<>', scan.id)
      .where(sql<SqlBool>`${ACQUIRED_AT} < ${acquiredAt}::timestamptz`),
  );
}

async function page(
  call: Pick<CallOf<typeof routes.listScans>, 'query' | 'principal'>,
  all: Scans,
): Promise<{ items: Scan[]; total: number; nextCursor: string | null } | ErrorResponse> {
  const { query, principal } = call;
  const after = parseListCursor(query.cursor);
  if (after instanceof ErrorResponse) return after;
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const remaining =
    after === null
      ? all
      : all.where(
          sql<SqlBool>`(${ACQUIRED_AT}, scan.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        );
  const rows = await remaining
    .orderBy(ACQUIRED_AT, 'desc')
    .orderBy('scan.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  // The cursor contains the instant by which the list is sorted.
  return pageOf(
    rows.map((row) => ({ row, id: row.id, createdAt: row.acquisitionTime ?? row.createdAt })),
    query.limit,
    total,
    ({ row }) => scanFor(row, principal),
  );
}
