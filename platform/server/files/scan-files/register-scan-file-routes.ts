import type { FastifyInstance } from 'fastify';
import { routes, scanFileFieldsSchema } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import type { FileStore } from '../../store/index.ts';
import { canAccessScan } from '../rows/can-access-scan.ts';
import { findVolume } from '../rows/find-volume.ts';
import { rowViewerOf, toScanFile } from '../rows/scan-file-rows.ts';
import {
  deleteScanFile,
  deleteScanFiles,
  fileOf,
  setNippleAi,
  updateScanFile,
} from './change-scan-files.ts';
import { checkFileExistence } from './check-file-existence.ts';
import type { FileChanger } from './file-changer.ts';
import { listScanFiles } from './list-scan-files.ts';
import { registerScanFile } from './register-scan-file.ts';
import { searchScanFiles } from './search-scan-files.ts';

/**
 * Registers the routes that register, list, change and delete file rows. Other routes serve the
 * bytes.
 */
export function registerScanFileRoutes(
  server: FastifyInstance,
  deps: RouteDeps,
  store: FileStore,
  changeFiles: FileChanger,
): void {
  bindRoute(
    server,
    deps,
    routes.createScanFile,
    async ({ db, body, principal, addAuditSubject }) => {
      addAuditSubject({ scanId: body.scanId });
      const row = await registerScanFile(db, body, principal, store);
      return row instanceof ErrorResponse ? row : toScanFile(row, rowViewerOf(principal));
    },
  );

  bindRoute(
    server,
    deps,
    routes.createMaskFileMeta,
    async ({ db, body, principal, addAuditSubject }) => {
      addAuditSubject({ scanId: body.scanId });
      const fields = scanFileFieldsSchema.parse({ ...body, fileCategory: 'SEGMENT_MASK' });
      const row = await registerScanFile(db, fields, principal, store);
      return row instanceof ErrorResponse ? row : toScanFile(row, rowViewerOf(principal));
    },
  );

  bindRoute(server, deps, routes.listScanFiles, ({ db, params, query, principal }) =>
    listScanFiles(db, principal, params.scanId, query),
  );
  bindRoute(server, deps, routes.searchScanFiles, searchScanFiles);
  bindRoute(
    server,
    deps,
    routes.getScanFile,
    async ({ db, params, principal, addAuditSubject }) => {
      const row = await fileOf(db, principal, params.id);
      if (row === null) return notFound('FILE_NOT_FOUND');
      addAuditSubject({ scanId: row.scanId });
      return toScanFile(row, rowViewerOf(principal));
    },
  );
  bindRoute(server, deps, routes.updateScanFile, updateScanFile);
  bindRoute(server, deps, routes.deleteScanFile, (call) => deleteScanFile(changeFiles, call));
  bindRoute(server, deps, routes.deleteScanFiles, (call) => deleteScanFiles(changeFiles, call));
  bindRoute(server, deps, routes.setNippleAi, setNippleAi);
  bindRoute(server, deps, routes.checkFileExistence, (call) => checkFileExistence(call, store));

  bindRoute(server, deps, routes.getVolume, async ({ db, params, principal }) => {
    if (!(await canAccessScan(db, principal, params.id))) return notFound('SCAN_NOT_FOUND');
    const { organizationId } = principal;
    const scan = { organizationId, scanId: params.id };
    return (await findVolume(db, scan, rowViewerOf(principal))) ?? notFound('VOLUME_NOT_FOUND');
  });
}
