import { type Kysely, type Selectable, sql } from 'kysely';
import { MAX_CHUNK_BYTES, serverMessage, type Upload } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { UploadTable } from '../../database/tables/files.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import type { FileStore } from '../../store/index.ts';

export type UploadRow = Selectable<UploadTable>;

/** Returns the row of an upload started by the caller; null for uploads of others. */
export async function uploadById(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('upload')
    .selectAll()
    .where('organizationId', '=', principal.organizationId)
    .where('createdBy', 'is not distinct from', actorIdOf(principal))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks an upload until the transaction ends, so that no other call, in any process, appends to or
 * ends it. Uses an advisory lock (20 is an arbitrary seed of the hash), because a row lock costs a
 * disk write per chunk.
 */
export async function lockUpload(db: Kysely<Database>, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 20))`.execute(db);
}

/** Returns the error for an upload that has ended or expired; null while it accepts bytes. */
export function closedError(row: UploadRow): ErrorResponse | null {
  if (row.state === 'COMMITTED')
    return errorResponse('UploadClosed', serverMessage('UPLOAD_COMMITTED'));
  if (row.state === 'GIVEN_UP' || Date.parse(row.expiresAt) <= Date.now()) {
    return errorResponse('UploadClosed', serverMessage('UPLOAD_OVER'));
  }
  return null;
}

/** Converts a row to the contract type; `offset` is the number of received bytes. */
export async function toUpload(row: UploadRow, store: FileStore): Promise<Upload> {
  const isOpen = row.state === 'OPEN';
  const committedBytes = row.state === 'COMMITTED' ? (row.byteLength ?? 0) : 0;
  return {
    id: row.id,
    scanFileId: row.scanFileId,
    url: `/uploads/${row.id}`,
    state: row.state,
    offset: isOpen ? await store.uploads.received(row.id) : committedBytes,
    size: row.byteLength,
    sha256: row.sha256,
    maxChunkBytes: MAX_CHUNK_BYTES,
    expiresAt: row.expiresAt,
  };
}
