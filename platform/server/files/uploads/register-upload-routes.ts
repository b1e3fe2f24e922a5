import type { FastifyInstance } from 'fastify';
import { MAX_CHUNK_BYTES, routes } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import { notFound } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import type { FileStore } from '../../store/index.ts';
import { TransferGate } from '../content/transfer-gate.ts';
import type { FollowFiles } from '../scan-files/follow-files.ts';
import { beginUpload, type NewFile } from './begin-upload.ts';
import { ChunkBuffers } from './chunk-buffers.ts';
import { commitUpload, giveUpUpload } from './end-upload.ts';
import { receiveChunk } from './receive-chunk.ts';
import { toUpload, uploadById } from './upload-rows.ts';

const BYTES = 'application/octet-stream';

/** Uploads that can be resumed, and the older name of their beginning. */
export function registerUploadRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  store: FileStore,
  follow: FollowFiles,
): void {
  // The handler reads the bytes; the server's limit for JSON does not apply to them.
  if (!server.hasContentTypeParser(BYTES)) {
    server.addContentTypeParser(BYTES, (_request, payload, done) => done(null, payload));
  }
  const gate = new TransferGate({ each: 8, bytes: 16 * MAX_CHUNK_BYTES });
  const room = { gate, buffers: new ChunkBuffers(MAX_CHUNK_BYTES) };

  bindRoute(server, parts, routes.createUpload, ({ db, principal, body, about }) => {
    const { scanFileId, scanId, size, sha256 } = body;
    about(scanFileId === undefined ? { scanId: scanId ?? '' } : { scanFileId });
    // Its schema sees to it that one of the two is whole.
    const of = scanFileId === undefined ? (body as NewFile) : { scanFileId };
    return beginUpload({ db, principal, store }, of, { size, sha256 });
  });

  bindRoute(server, parts, routes.generateUploadUrl, ({ db, principal, body, about }) => {
    about({ scanId: body.scanId });
    return beginUpload({ db, principal, store }, body, body);
  });

  bindRoute(server, parts, routes.getUpload, async ({ db, principal, params }) => {
    const row = await uploadById(db, principal, params.id);
    return row === null ? notFound('The upload') : toUpload(row, store);
  });

  bindRoute(server, parts, routes.patchUpload, (call) => receiveChunk(call, store, room));

  bindRoute(server, parts, routes.commitUpload, (call) =>
    commitUpload(call, store, parts.logger, follow),
  );

  bindRoute(server, parts, routes.deleteUpload, (call) => giveUpUpload(call, store, parts.logger));
}
