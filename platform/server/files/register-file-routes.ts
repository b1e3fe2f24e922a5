import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { messageOf } from '#foundation';
import { bindRoute } from '../http/bind-route.ts';
import { ErrorResponse } from '../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import type { FileStore } from '../store/index.ts';
import { receiveContent } from './content/receive-content.ts';
import { sendContent } from './content/send-content.ts';
import { TransferGate } from './content/transfer-gate.ts';
import { Downloads, scanFileObject } from './downloads/downloads.ts';
import { correctOrientation } from './import/correct-orientation.ts';
import { importFromFiles, importSlots } from './import/import-from-files.ts';
import { purgeStore } from './purge-store.ts';
import { rowViewerOf, toScanFile } from './rows/scan-file-rows.ts';
import { createFileChanger } from './scan-files/file-changer.ts';
import { registerScanFileRoutes } from './scan-files/register-scan-file-routes.ts';
import { registerUploadRoutes } from './uploads/register-upload-routes.ts';

/** Registers the routes of scan files (register, upload, list, read) and of imports. */
export function registerFileRoutes(
  server: FastifyInstance,
  deps: RouteDeps &
    Pick<ServerDeps, 'clock' | 'deviceStatuses' | 'scanChanged' | 'scope' | 'studyChanged'> &
    Pick<ServerDeps, 'scanReaders'>,
  store: FileStore,
): void {
  if (!server.hasContentTypeParser('multipart/form-data')) server.register(multipart);

  server.addHook('onReady', async () => {
    void purgeInBackground(deps, store);
  });

  const changeFiles = createFileChanger(deps);
  registerScanFileRoutes(server, deps, store, changeFiles);
  registerUploadRoutes(server, deps, store, changeFiles);

  const contentGate = new TransferGate({ perAccount: 64, bytes: Number.POSITIVE_INFINITY });
  bindRoute(server, deps, routes.putScanFileContent, async (call) => {
    const row = await receiveContent(call, store, contentGate, changeFiles);
    return row instanceof ErrorResponse ? row : toScanFile(row, rowViewerOf(call.principal));
  });

  const downloads = new Downloads(deps);
  bindRoute(server, deps, routes.createDownload, (call) => downloads.create(call));
  const signIn = downloads.signIn((params) => scanFileObject((params as { id: string }).id));
  bindRoute(server, deps, routes.downloadScanFile, (call) => sendContent(call, store), { signIn });

  const slots = importSlots();
  bindRoute(server, deps, routes.importFromFiles, (call) =>
    importFromFiles(call, slots, { ...deps, store }),
  );
  bindRoute(server, deps, routes.correctOrientation, (call) =>
    correctOrientation(call, slots.queue, { ...deps, store }),
  );
}

/**
 * Minimum age of files without a row that the start removes. Processes of an earlier start no
 * longer write rows for files of this age.
 */
const ORPHAN_AGE_MS = 60_000;
/** Same for storage that other servers share, which may still write rows for younger files. */
const SHARED_ORPHAN_AGE_MS = 3_600_000;

async function purgeInBackground(
  deps: Pick<ServerDeps, 'db' | 'logger' | 'site'>,
  store: FileStore,
): Promise<void> {
  try {
    const { storage } = deps.site.config;
    const isExclusive = storage.kind === 'folder' && !storage.shared;
    const minAgeMs = isExclusive ? ORPHAN_AGE_MS : SHARED_ORPHAN_AGE_MS;
    await purgeStore(deps.db, store, deps.logger, minAgeMs);
  } catch (thrown) {
    deps.logger.log('warn', 'Orphaned files were not removed', { reason: messageOf(thrown) });
  }
}
