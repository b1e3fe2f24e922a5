import type { FastifyInstance } from 'fastify';
import { MAX_DATASET_SCANS, routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { storeError } from '../files/content/problem-response.ts';
import { Downloads, datasetObject } from '../files/downloads/downloads.ts';
import { bindRoute } from '../http/bind-route.ts';
import { ByteResponse } from '../http/byte-response.ts';
import type { CallOf } from '../http/call.ts';
import { errorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import { newestPage } from '../records/shared/newest-page.ts';
import type { FileStore } from '../store/index.ts';
import {
  countActiveExports,
  datasetExports,
  MAX_ACTIVE_EXPORTS,
  requestExportCancel,
  toDatasetExport,
} from './export-rows.ts';
import { importPredictions } from './import-predictions.ts';
import { countDatasetScans, haveStudies } from './select-scans.ts';

/** Registers the routes of datasets. The worker process runs the queued exports. */
export function registerDatasetRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock'>,
  store: FileStore,
): void {
  bindRoute(server, deps, routes.createDatasetExport, createExport);

  bindRoute(server, deps, routes.listDatasetExports, ({ db, query, principal }) =>
    newestPage(datasetExports(db, principal.organizationId), query, toDatasetExport),
  );

  bindRoute(server, deps, routes.getDatasetExport, async ({ db, params, principal }) => {
    const row = await exportById(db, principal.organizationId, params.id);
    return row === undefined ? notFound('DATASET_EXPORT_NOT_FOUND') : toDatasetExport(row);
  });

  bindRoute(server, deps, routes.cancelDatasetExport, async ({ db, params, principal }) => {
    const { organizationId } = principal;
    const row =
      (await requestExportCancel(db, organizationId, params.id)) ??
      (await exportById(db, organizationId, params.id));
    return row === undefined ? notFound('DATASET_EXPORT_NOT_FOUND') : toDatasetExport(row);
  });

  bindRoute(server, deps, routes.importPredictions, (call) =>
    importPredictions(call, deps.db, store),
  );

  registerDownload(server, deps, store);
}

const exportById = (db: ServerDeps['db'], organizationId: string, id: string) =>
  datasetExports(db, organizationId).where('id', '=', id).executeTakeFirst();

async function createExport(call: CallOf<typeof routes.createDatasetExport>) {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { filter, format, split, seed } = body;
  if (!(await haveStudies(db, organizationId, filter))) return notFound('STUDY_NOT_FOUND');
  const count = await countDatasetScans(db, organizationId, filter);
  if (count === 0) return errorResponse('Conflict', serverMessage('DATASET_EMPTY'));
  if (count > MAX_DATASET_SCANS) {
    const values = { count, maximum: MAX_DATASET_SCANS };
    return errorResponse('Conflict', serverMessage('DATASET_TOO_LARGE', values));
  }
  const active = await countActiveExports(db, organizationId);
  if (active >= MAX_ACTIVE_EXPORTS)
    return errorResponse('Conflict', serverMessage('DATASET_EXPORTS_ACTIVE', { count: active }));
  const id = newId();
  addAuditSubject({ id, format, count: String(count) });
  const row = await db
    .insertInto('datasetExport')
    .values({
      id,
      organizationId,
      filter: JSON.stringify(filter),
      format,
      split: JSON.stringify(split),
      seed,
      total: count,
      problem: null,
      createdBy: actorIdOf(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDatasetExport(row);
}

/** Registers the download of an archive: with a bearer token, or by an address. */
function registerDownload(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock'>,
  store: FileStore,
): void {
  const downloads = new Downloads(deps);
  bindRoute(server, deps, routes.createDatasetDownload, async ({ db, params, principal }) => {
    const row = await exportById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('DATASET_EXPORT_NOT_FOUND');
    if (row.storagePath === null)
      return errorResponse('Conflict', serverMessage('DATASET_NOT_READY'));
    const path = `/datasets/exports/${row.id}/archive`;
    const object = datasetObject(row.id);
    return downloads.addressOf(principal, { path, object, use: 'navigation' });
  });

  const signIn = downloads.signIn((params) => datasetObject((params as { id: string }).id));
  const send = async ({ db, params, principal }: CallOf<typeof routes.downloadDataset>) => {
    const row = await exportById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('DATASET_EXPORT_NOT_FOUND');
    const { storagePath, checksum, byteLength, encryption, encryptionKeyId } = row;
    if (storagePath === null || checksum === null || byteLength === null)
      return errorResponse('Conflict', serverMessage('DATASET_NOT_READY'));
    const stored = { key: storagePath, sha256: checksum, byteLength, encryption, encryptionKeyId };
    const stream = await store.stream({ ...stored, encoding: 'NONE' });
    if (!stream.ok) return storeError(stream.problem);
    return new ByteResponse(stream.value, {
      'content-type': 'application/x-tar',
      'content-length': String(byteLength),
      'content-disposition': `attachment; filename="dataset-${row.id.slice(0, 8)}.tar"`,
      'cache-control': 'no-store',
      'x-checksum-sha256': checksum,
      'x-content-type-options': 'nosniff',
    });
  };
  bindRoute(server, deps, routes.downloadDataset, send, { signIn });
}
