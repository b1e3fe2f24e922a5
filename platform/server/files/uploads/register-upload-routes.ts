import type { FastifyInstance } from 'fastify';
import { MAX_CHUNK_BYTES, routes } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import type { FileStore } from '../../store/index.ts';
import { TransferGate } from '../content/transfer-gate.ts';
import type { FileChanger } from '../scan-files/file-changer.ts';
import { ChunkBuffers } from './chunk-buffers.ts';
import { abandonUpload, commitUpload } from './end-upload.ts';
import { receiveChunk } from './receive-chunk.ts';
import { type NewFile, startUpload } from './start-upload.ts';
import { toUpload, uploadById } from './upload-rows.ts';

const BYTES = 'application/octet-stream';

/** Registers the routes of resumable uploads, including the older route that starts an upload. */
export function registerUploadRoutes(
  server: FastifyInstance,
  deps: RouteDeps,
  store: FileStore,
  changeFiles: FileChanger,
): void {
  // Passes the stream to the handler, so that the limit for JSON bodies does not apply.
  if (!server.hasContentTypeParser(BYTES)) {
    server.addContentTypeParser(BYTES, (_request, payload, done) => done(null, payload));
  }
  const gate = new TransferGate({ perAccount: 8, bytes: 16 * MAX_CHUNK_BYTES });
  const budget = { gate, buffers: new ChunkBuffers(MAX_CHUNK_BYTES) };

  bindRoute(server, deps, routes.createUpload, ({ db, principal, body, addAuditSubject }) => {
    const { scanFileId, scanId, size, sha256 } = body;
    addAuditSubject(scanFileId === undefined ? { scanId: scanId ?? '' } : { scanFileId });
    // The schema requires either `scanFileId` or all fields of a new file.
    const target = scanFileId === undefined ? (body as NewFile) : { scanFileId };
    return startUpload({ db, principal, store }, target, { size, sha256 });
  });

  bindRoute(server, deps, routes.generateUploadUrl, ({ db, principal, body, addAuditSubject }) => {
    addAuditSubject({ scanId: body.scanId });
    return startUpload({ db, principal, store }, body, body);
  });

  bindRoute(server, deps, routes.getUpload, async ({ db, principal, params }) => {
    const row = await uploadById(db, principal, params.id);
    return row === null ? notFound('UPLOAD_NOT_FOUND') : toUpload(row, store);
  });

  bindRoute(server, deps, routes.patchUpload, (call) => receiveChunk(call, store, budget));

  bindRoute(server, deps, routes.commitUpload, (call) =>
    commitUpload(call, store, deps.logger, changeFiles),
  );

  bindRoute(server, deps, routes.deleteUpload, (call) => abandonUpload(call, store, deps.logger));
}
