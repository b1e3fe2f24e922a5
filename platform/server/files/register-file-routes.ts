import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { messageOf } from '#foundation';
import { bindRoute } from '../http/bind-route.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import type { FileStore } from '../store/index.ts';
import { announceScanFile } from './announce-scan-file.ts';
import { findVolume } from './find-volume.ts';
import { importFromFiles } from './import-from-files.ts';
import { listScanFiles } from './list-scan-files.ts';
import { receiveContent } from './receive-content.ts';
import { toScanFile } from './scan-file-rows.ts';
import { mayTouchScan } from './scan-of-device.ts';
import { sendContent } from './send-content.ts';
import { sweepStore } from './sweep-store.ts';

/** Files of scans: announced, filled, listed, read; and scans made from files. */
export function registerFileRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  store: FileStore,
): void {
  if (!server.hasContentTypeParser('multipart/form-data')) server.register(multipart);

  server.addHook('onReady', async () => {
    void sweepInBackground(parts, store);
  });

  bindRoute(server, parts, routes.createScanFile, async ({ db, body, principal, about }) => {
    about({ scanId: body.scanId });
    const row = await announceScanFile(db, body, principal);
    return row instanceof Refusal ? row : toScanFile(row);
  });

  bindRoute(server, parts, routes.putScanFileContent, async (call) => {
    const row = await receiveContent(call, store);
    return row instanceof Refusal ? row : toScanFile(row);
  });

  bindRoute(server, parts, routes.listScanFiles, ({ db, params, query, principal }) =>
    listScanFiles(db, principal, params.scanId, query),
  );

  bindRoute(server, parts, routes.downloadScanFile, (call) => sendContent(call, store));

  bindRoute(server, parts, routes.getVolume, async ({ db, params, principal }) => {
    if (!(await mayTouchScan(db, principal, params.id))) return notFound('The scan');
    const { organizationId, blind } = principal;
    const volume = await findVolume(db, { organizationId, scanId: params.id }, { blind });
    return volume ?? notFound('A 3D volume of the scan');
  });

  bindRoute(server, parts, routes.importFromFiles, (call) => importFromFiles(call, store));
}

/** Old enough that no process of an earlier start can still be writing their rows. */
const LEFT_BEHIND_MS = 60_000;

async function sweepInBackground(parts: ServerParts, store: FileStore): Promise<void> {
  try {
    await sweepStore(parts.db, store, parts.logger, LEFT_BEHIND_MS);
  } catch (thrown) {
    parts.logger.log('warn', 'Left-over files were not removed', { reason: messageOf(thrown) });
  }
}
