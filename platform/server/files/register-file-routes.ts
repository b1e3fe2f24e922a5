import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { messageOf } from '#foundation';
import { bindRoute } from '../http/bind-route.ts';
import { Refusal } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import type { FileStore } from '../store/index.ts';
import { receiveContent } from './content/receive-content.ts';
import { sendContent } from './content/send-content.ts';
import { TransferGate } from './content/transfer-gate.ts';
import { Downloads, scanFile } from './downloads/downloads.ts';
import { importFromFiles, MAX_IMPORT_BYTES } from './import/import-from-files.ts';
import { shownTo, toScanFile } from './rows/scan-file-rows.ts';
import type { StoredSkins } from './rows/stored-skins.ts';
import { followFiles } from './scan-files/follow-files.ts';
import { registerScanFileRoutes } from './scan-files/register-scan-file-routes.ts';
import { sweepStore } from './sweep-store.ts';
import { registerUploadRoutes } from './uploads/register-upload-routes.ts';

/** Files of scans: announced, filled, listed, read; and scans made from files. */
export function registerFileRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  store: FileStore,
  skins: StoredSkins,
): void {
  if (!server.hasContentTypeParser('multipart/form-data')) server.register(multipart);

  server.addHook('onReady', async () => {
    void sweepInBackground(parts, store);
  });

  const follow = followFiles(parts, skins);
  registerScanFileRoutes(server, parts, store, follow);
  registerUploadRoutes(server, parts, store, follow);

  const contents = new TransferGate({ each: 64, bytes: Number.POSITIVE_INFINITY });
  bindRoute(server, parts, routes.putScanFileContent, async (call) => {
    const row = await receiveContent(call, store, contents, follow);
    return row instanceof Refusal ? row : toScanFile(row, shownTo(call.principal));
  });

  const downloads = new Downloads(parts);
  bindRoute(server, parts, routes.createDownload, (call) => downloads.make(call));
  const signIn = downloads.signIn((params) => scanFile((params as { id: string }).id));
  bindRoute(server, parts, routes.downloadScanFile, (call) => sendContent(call, store), { signIn });

  const gate = new TransferGate({ each: 2, bytes: 2 * MAX_IMPORT_BYTES });
  const { studyChanged } = parts;
  bindRoute(server, parts, routes.importFromFiles, (call) =>
    importFromFiles(call, { store, gate, studyChanged }),
  );
}

/** Old enough that no process of an earlier start can still be writing their rows. */
const LEFT_BEHIND_MS = 60_000;
/** Where others write too, theirs may be at work for long. */
const LEFT_BEHIND_SHARED_MS = 3_600_000;

async function sweepInBackground(parts: ServerParts, store: FileStore): Promise<void> {
  try {
    const { storage } = parts.site.config;
    const isOwn = storage.kind === 'folder' && !storage.shared;
    const youngMs = isOwn ? LEFT_BEHIND_MS : LEFT_BEHIND_SHARED_MS;
    await sweepStore(parts.db, store, parts.logger, youngMs);
  } catch (thrown) {
    parts.logger.log('warn', 'Left-over files were not removed', { reason: messageOf(thrown) });
  }
}
