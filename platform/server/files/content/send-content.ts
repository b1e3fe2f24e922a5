import { ByteAnswer } from '../../http/byte-answer.ts';
import type { Call } from '../../http/call.ts';
import { notFound, type Refusal, refuse } from '../../http/refusal.ts';
import type { FileStore } from '../../store/index.ts';
import { isDamage, quarantine, quarantineRefusal } from '../rows/quarantine.ts';
import { storedReference } from '../rows/scan-file-rows.ts';
import { fileOf } from '../scan-files/change-scan-files.ts';
import { byteRange } from './byte-range.ts';
import { asAttachment } from './content-disposition.ts';
import { freedAfterUse } from './freed-after-use.ts';
import { storeRefusal } from './problem-refusal.ts';

/** Bytes never change under their id; another session must ask for itself. */
const KEPT_BY_SESSION = {
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'authorization',
};

/** The plain bytes of a file, whole or a range of them, after their checksum was compared. */
export async function sendContent(
  call: Call<{ id: string }, { token?: string | undefined }, unknown>,
  store: FileStore,
): Promise<ByteAnswer | Refusal> {
  const { db, principal, params, request } = call;
  const row = await fileOf(db, principal, params.id);
  const reference = row === null ? null : storedReference(row);
  if (row === null || reference === null) {
    return notFound('The file');
  }
  call.about({ scanId: row.scanId });
  const kept = quarantineRefusal(row);
  if (kept !== null) return kept;
  const { byteLength, sha256 } = reference;
  const range = byteRange(request.headers.range, byteLength);
  if (range === 'unsatisfiable') {
    return refuse('BadRequest', 'The range lies past the end of the file', { byteLength });
  }
  const stream = await store.stream(reference, range ?? undefined);
  if (!stream.ok) {
    if (isDamage(stream.problem)) await quarantine(db, row, stream.problem);
    return storeRefusal(stream.problem);
  }
  const sent = range === null ? byteLength : range.end - range.start + 1;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(sent),
    'content-disposition': asAttachment(row.fileName),
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
    'x-checksum-sha256': sha256,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(call.query.token === undefined ? KEPT_BY_SESSION : { 'cache-control': 'no-store' }),
  };
  const bytes = freedAfterUse(stream.value);
  if (range === null) return new ByteAnswer(bytes, headers);
  const place = `bytes ${range.start}-${range.end}/${byteLength}`;
  return new ByteAnswer(bytes, { ...headers, 'content-range': place }, 206);
}
