import type { FastifyInstance } from 'fastify';
import { routes, scanFileFieldsSchema } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import type { FileStore } from '../../store/index.ts';
import { findVolume } from '../rows/find-volume.ts';
import { shownTo, toScanFile } from '../rows/scan-file-rows.ts';
import { mayTouchScan } from '../rows/scan-of-device.ts';
import { announceScanFile } from './announce-scan-file.ts';
import {
  deleteScanFile,
  deleteScanFiles,
  fileOf,
  setNippleAi,
  updateScanFile,
} from './change-scan-files.ts';
import { checkFileExistence } from './check-file-existence.ts';
import type { FollowFiles } from './follow-files.ts';
import { listScanFiles } from './list-scan-files.ts';
import { searchScanFiles } from './search-scan-files.ts';

/** What is known of files: announced, listed, changed, deleted. Their bytes are served elsewhere. */
export function registerScanFileRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  store: FileStore,
  follow: FollowFiles,
): void {
  bindRoute(server, parts, routes.createScanFile, async ({ db, body, principal, about }) => {
    about({ scanId: body.scanId });
    const row = await announceScanFile(db, body, principal, store);
    return row instanceof Refusal ? row : toScanFile(row, shownTo(principal));
  });

  bindRoute(server, parts, routes.createMaskFileMeta, async ({ db, body, principal, about }) => {
    about({ scanId: body.scanId });
    const fields = scanFileFieldsSchema.parse({ ...body, fileCategory: 'SEGMENT_MASK' });
    const row = await announceScanFile(db, fields, principal, store);
    return row instanceof Refusal ? row : toScanFile(row, shownTo(principal));
  });

  bindRoute(server, parts, routes.listScanFiles, ({ db, params, query, principal }) =>
    listScanFiles(db, principal, params.scanId, query),
  );
  bindRoute(server, parts, routes.searchScanFiles, searchScanFiles);
  bindRoute(server, parts, routes.getScanFile, async ({ db, params, principal, about }) => {
    const row = await fileOf(db, principal, params.id);
    if (row === null) return notFound('The file');
    about({ scanId: row.scanId });
    return toScanFile(row, shownTo(principal));
  });
  bindRoute(server, parts, routes.updateScanFile, updateScanFile);
  bindRoute(server, parts, routes.deleteScanFile, (call) => deleteScanFile(follow, call));
  bindRoute(server, parts, routes.deleteScanFiles, (call) => deleteScanFiles(follow, call));
  bindRoute(server, parts, routes.setNippleAi, setNippleAi);
  bindRoute(server, parts, routes.checkFileExistence, (call) => checkFileExistence(call, store));

  bindRoute(server, parts, routes.getVolume, async ({ db, params, principal }) => {
    if (!(await mayTouchScan(db, principal, params.id))) return notFound('The scan');
    const { organizationId } = principal;
    const scan = { organizationId, scanId: params.id };
    return (await findVolume(db, scan, shownTo(principal))) ?? notFound('A 3D volume of the scan');
  });
}
