import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type ReportReader, type ReportStatistics, routes } from '#contracts';
import type { Database } from '../database/schema.ts';
import { bindRoute } from '../http/bind-route.ts';
import { ByteResponse } from '../http/byte-response.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, notFound } from '../http/error-response.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { accountName } from '../records/shared/account-name.ts';
import { unpagedList } from '../records/shared/paging.ts';
import { timeZoneOf } from '../site/time-zone.ts';
import {
  closeAddendumRequest,
  listAddendumRequests,
  requestAddendum,
} from './addendum-requests.ts';
import { addOutcome, deleteOutcome, listOutcomes } from './finding-outcomes.ts';
import { closeFollowUp, listFollowUpClosures, reopenFollowUp } from './follow-up-closures.ts';
import { followUpCsv, listFollowUps } from './list-follow-ups.ts';
import { computeStatistics } from './statistics/compute-statistics.ts';
import { readSignedStudies } from './statistics/read-signed-studies.ts';
import { statisticsCsv } from './statistics/statistics-csv.ts';

/** Registers follow-ups and their closing, outcomes of findings, requests for addenda and statistics of reports. */
export function registerFollowUpRoutes(server: FastifyInstance, deps: RouteDeps): void {
  const timeZone = timeZoneOf(deps.site.config);
  bindRoute(
    server,
    deps,
    routes.listFollowUps,
    async (call) => (await readerError(call.db, call)) ?? listFollowUps(call, timeZone),
  );
  bindRoute(server, deps, routes.downloadFollowUps, async (call) => {
    const csv = await call.transaction(
      async (db) => (await readerError(db, call)) ?? followUpCsv(call, db, timeZone),
    );
    return csv instanceof ErrorResponse ? csv : csvResponse(csv, 'follow-ups.csv');
  });
  bindRoute(server, deps, routes.listReportReaders, async ({ db, principal }) =>
    unpagedList(await readers(db, principal.organizationId), (reader) => reader),
  );
  bindRoute(server, deps, routes.listOutcomes, listOutcomes);
  bindRoute(server, deps, routes.addOutcome, (call) => addOutcome(call, timeZone));
  bindRoute(server, deps, routes.deleteOutcome, deleteOutcome);
  bindRoute(server, deps, routes.listFollowUpClosures, listFollowUpClosures);
  bindRoute(server, deps, routes.closeFollowUp, (call) => closeFollowUp(call, timeZone));
  bindRoute(server, deps, routes.reopenFollowUp, reopenFollowUp);
  bindRoute(server, deps, routes.listAddendumRequests, listAddendumRequests);
  bindRoute(server, deps, routes.requestAddendum, requestAddendum);
  bindRoute(server, deps, routes.closeAddendumRequest, closeAddendumRequest);
  bindRoute(server, deps, routes.getReportStatistics, (call) =>
    statisticsOf(call.db, call, timeZone),
  );
  bindRoute(server, deps, routes.downloadReportStatistics, async (call) => {
    const statistics = await call.transaction((db) => statisticsOf(db, call, timeZone));
    if (statistics instanceof ErrorResponse) return statistics;
    const { from, to } = call.query;
    return csvResponse(statisticsCsv(statistics), `report-statistics-${from}-${to}.csv`);
  });
}

function csvResponse(csv: string, fileName: string): ByteResponse {
  return new ByteResponse(Buffer.from(csv, 'utf8'), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  });
}

/** Returns the users who have signed reports, by name. */
async function readers(
  db: Kysely<Database>,
  organizationId: string,
): Promise<readonly ReportReader[]> {
  const rows = await db
    .selectFrom('report')
    .select('signedBy as id')
    .select(accountName(organizationId, sql`report.signed_by`).as('name'))
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('state', '=', 'SIGNED')
    .where('deletedAt', 'is', null)
    .where('signedBy', 'is not', null)
    .execute();
  return rows
    .flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
    .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '') || (a.id < b.id ? -1 : 1));
}

type ReaderCall = Pick<CallOf<typeof routes.downloadFollowUps>, 'principal'> & {
  readonly query: { readonly readerId?: string | undefined };
};

/** Returns an error for a reader that is not an account of the organization. */
async function readerError(
  db: Kysely<Database>,
  { query: { readerId }, principal: { organizationId } }: ReaderCall,
): Promise<ErrorResponse | null> {
  if (readerId === undefined) return null;
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', readerId)
    .executeTakeFirst();
  return account === undefined ? notFound('ACCOUNT_NOT_FOUND') : null;
}

async function statisticsOf(
  db: Kysely<Database>,
  call: Pick<CallOf<typeof routes.getReportStatistics>, 'query' | 'principal'>,
  timeZone: string,
): Promise<ReportStatistics | ErrorResponse> {
  const { query, principal } = call;
  const { from, to, readerId } = query;
  const error = await readerError(db, call);
  if (error !== null) return error;
  const studies = await readSignedStudies(db, principal.organizationId, query, timeZone);
  return {
    from,
    to,
    reader: readerId === undefined ? null : await readerOf(db, principal.organizationId, readerId),
    ...computeStatistics(studies),
  };
}

/** Returns a reader with the name, also before the first signature. */
async function readerOf(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<ReportReader> {
  const { rows } = await sql<{ name: string | null }>`
    select ${accountName(organizationId, sql`${id}::uuid`)} as name`.execute(db);
  return { id, name: rows[0]?.name ?? null };
}
