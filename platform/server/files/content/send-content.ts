import { serverMessage } from '#contracts';
import type { ScanFileRow } from '../../database/schema.ts';
import { ByteResponse } from '../../http/byte-response.ts';
import type { Call } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { FileStore } from '../../store/index.ts';
import { isDamage, quarantine, quarantineError } from '../rows/quarantine.ts';
import { storedReference } from '../rows/scan-file-rows.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { byteRange } from './byte-range.ts';
import { asAttachment } from './content-disposition.ts';
import { freeAfterUse } from './free-after-use.ts';
import { storeError } from './problem-response.ts';

/**
 * The bytes of a file id never change, so a browser may cache them for a year. `vary` keeps the
 * cached copy from another session.
 */
const SESSION_CACHE = {
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'authorization',
};

/** Sends the decoded bytes of a file, in full or as a range, after verifying the checksum. */
export async function sendContent(
  call: Call<{ id: string }, { token?: string | undefined }, unknown>,
  store: FileStore,
): Promise<ByteResponse | ErrorResponse> {
  const { db, principal, params, request } = call;
  const row = await fileOf(db, principal, params.id);
  const reference = row === null ? null : storedReference(row);
  if (row === null || reference === null) {
    return notFound('FILE_NOT_FOUND');
  }
  call.addAuditSubject({ scanId: row.scanId });
  const quarantined = quarantineError(row);
  if (quarantined !== null) return quarantined;
  const { byteLength, sha256 } = reference;
  const range = byteRange(request.headers.range, byteLength);
  if (range === 'unsatisfiable') {
    return errorResponse('BadRequest', serverMessage('RANGE_INVALID'), { byteLength });
  }
  const stream = await store.stream(reference, range ?? undefined);
  if (!stream.ok) {
    if (isDamage(stream.problem)) await quarantine(db, row, stream.problem);
    return storeError(stream.problem);
  }
  const sent = range === null ? byteLength : range.end - range.start + 1;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(sent),
    'content-disposition': asAttachment(nameFor(principal, row)),
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
    'x-checksum-sha256': sha256,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(call.query.token === undefined ? SESSION_CACHE : { 'cache-control': 'no-store' }),
  };
  const bytes = freeAfterUse(stream.value);
  if (range === null) return new ByteResponse(bytes, headers);
  const contentRange = `bytes ${range.start}-${range.end}/${byteLength}`;
  return new ByteResponse(bytes, { ...headers, 'content-range': contentRange }, 206);
}

/** Withholds the name of the file from workers, because an uploaded name may contain the patient's. */
const nameFor = ({ kind }: CallPrincipal, { fileName }: Pick<ScanFileRow, 'fileName'>): string =>
  kind === 'worker' ? 'volume.nrrd' : fileName;
