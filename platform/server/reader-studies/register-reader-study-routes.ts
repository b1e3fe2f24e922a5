import type { FastifyInstance } from 'fastify';
import { routes, serverMessage } from '#contracts';
import { roleFeaturesOf } from '../accounts/sessions.ts';
import { loadPseudonyms } from '../datasets/index.ts';
import { bindRoute } from '../http/bind-route.ts';
import { ByteResponse } from '../http/byte-response.ts';
import type { CallOf } from '../http/call.ts';
import { errorResponse, notFound } from '../http/error-response.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { newestPage } from '../records/shared/newest-page.ts';
import { closeReaderStudy, deleteReaderStudy, openReaderStudy } from './change-state.ts';
import { listAssigned } from './list-assigned.ts';
import {
  completeReading,
  leaveReading,
  reopenReading,
  reportReadingTime,
  startReading,
} from './read-case.ts';
import { readerProgress } from './reader-progress.ts';
import { readerStudyCsv } from './reader-study-csv.ts';
import { readerStudyResults } from './reader-study-results.ts';
import { readerStudies, readerStudyById, readingsOf, toReaderStudy } from './reader-study-rows.ts';
import { createReaderStudy, updateReaderStudy } from './save-reader-study.ts';
import { readCaseScans } from './select-cases.ts';

/** Registers the reader studies: administrators create them, readers read their cases. */
export function registerReaderStudyRoutes(server: FastifyInstance, deps: RouteDeps): void {
  const roleFeatures = roleFeaturesOf(deps.site.config);
  bindRoute(server, deps, routes.listAssignedReaderStudies, listAssigned);
  bindRoute(server, deps, routes.startReading, startReading);
  bindRoute(server, deps, routes.reportReadingTime, reportReadingTime);
  bindRoute(server, deps, routes.completeReading, completeReading);
  bindRoute(server, deps, routes.leaveReading, leaveReading);
  bindRoute(server, deps, routes.reopenReading, reopenReading);
  bindRoute(server, deps, routes.createReaderStudy, (call) =>
    createReaderStudy(roleFeatures, call),
  );
  bindRoute(server, deps, routes.listReaderStudies, ({ db, query, principal }) =>
    newestPage(readerStudies(db, principal.organizationId), query, toReaderStudy),
  );
  bindRoute(server, deps, routes.getReaderStudy, async ({ db, params, principal }) => {
    const row = await readerStudyById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('READER_STUDY_NOT_FOUND');
    const pseudonymOf = await loadPseudonyms(deps.db, principal.organizationId);
    return { ...toReaderStudy(row), progress: await readerProgress(db, row, pseudonymOf) };
  });
  bindRoute(server, deps, routes.updateReaderStudy, (call) =>
    updateReaderStudy(roleFeatures, call),
  );
  bindRoute(server, deps, routes.deleteReaderStudy, deleteReaderStudy);
  bindRoute(server, deps, routes.openReaderStudy, (call) => openReaderStudy(roleFeatures, call));
  bindRoute(server, deps, routes.closeReaderStudy, closeReaderStudy);
  bindRoute(server, deps, routes.readerStudyResults, results);
  bindRoute(server, deps, routes.downloadReaderStudy, (call) => download(deps, call));
}

async function results({ db, params, query, principal }: CallOf<typeof routes.readerStudyResults>) {
  const { organizationId } = principal;
  const study = await readerStudyById(db, organizationId, params.id);
  if (study === undefined) return notFound('READER_STUDY_NOT_FOUND');
  const { referenceId = null } = query;
  if (referenceId !== null) {
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', referenceId)
      .executeTakeFirst();
    if (account === undefined) return notFound('ACCOUNT_NOT_FOUND');
    if (study.readerIds.includes(referenceId))
      return errorResponse('Conflict', serverMessage('READER_STUDY_REFERENCE_READS'));
  }
  return readerStudyResults(db, study, referenceId);
}

async function download(deps: RouteDeps, call: CallOf<typeof routes.downloadReaderStudy>) {
  const { params, query, principal } = call;
  const { organizationId } = principal;
  const pseudonymOf = await loadPseudonyms(deps.db, organizationId);
  return call.transaction(async (db) => {
    const study = await readerStudyById(db, organizationId, params.id);
    if (study === undefined) return notFound('READER_STUDY_NOT_FOUND');
    const readings = await readingsOf(db, organizationId, study.id)
      .where((eb) => eb.or([eb('completedAt', 'is not', null), eb('skippedAt', 'is not', null)]))
      .execute();
    const scans = await readCaseScans(db, organizationId, study.studyIds);
    const patientOf = new Map(scans.map(({ studyId, patientId }) => [studyId, patientId]));
    const exported = readings.map((reading) => ({
      reading,
      patientId: patientOf.get(reading.studyId) ?? null,
    }));
    const csv = readerStudyCsv(study.name, exported, query.rows, pseudonymOf);
    const name = `reader-study-${study.id.slice(0, 8)}-${query.rows.toLowerCase()}.csv`;
    return new ByteResponse(Buffer.from(csv, 'utf8'), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    });
  });
}
