import { crc32 } from 'node:zlib';
import type { ErrorResponse, ScanFile, Upload, UploadFields } from '#contracts';
import { type ApiResponse, headersOf } from './calls.ts';
import { sha256 } from './data-plane.ts';

/** Target server and credentials of an upload. */
export interface Sender {
  readonly url: string;
  readonly token: string;
  /** API key of a complete server; defaults to the key of the data plane of the fault tests. */
  readonly apiKey?: string;
}

export type ResponseOrError<T> = ApiResponse<T & ErrorResponse>;

export const crcOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0');

export const digestOf = (bytes: Uint8Array) => ({ size: bytes.byteLength, sha256: sha256(bytes) });

const keysOf = ({ token, apiKey }: Sender): Record<string, string> => ({
  ...headersOf(token),
  ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
});

export function startUpload(
  sender: Sender,
  fields: UploadFields,
  headers: Record<string, string> = {},
): Promise<ResponseOrError<Upload>> {
  return send(sender, 'POST', '/uploads', fields, headers);
}

/** Sends one chunk at `offset`, with its CRC-32 unless `headers` override the checksum. */
export async function patch(
  sender: Sender,
  id: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<ResponseOrError<Upload>> {
  const response = await fetch(`${sender.url}/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...keysOf(sender),
      'content-type': 'application/octet-stream',
      'upload-offset': String(offset),
      ...(headers['x-checksum-sha256'] === undefined ? { 'x-checksum-crc32': crcOf(bytes) } : {}),
      ...headers,
    },
    body: Buffer.from(bytes),
  });
  const { status } = response;
  return { status, headers: response.headers, body: (await response.json()) as never };
}

export const commit = (
  sender: Sender,
  id: string,
  body: object = {},
): Promise<ResponseOrError<ScanFile>> => send(sender, 'POST', `/uploads/${id}/commit`, body);

export const cancelUpload = (sender: Sender, id: string): Promise<ResponseOrError<Upload>> =>
  send(sender, 'DELETE', `/uploads/${id}`);

export const getUpload = (sender: Sender, id: string): Promise<ResponseOrError<Upload>> =>
  send(sender, 'GET', `/uploads/${id}`);

export async function send<T>(
  sender: Sender,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<ResponseOrError<T>> {
  const response = await fetch(`${sender.url}${path}`, {
    method,
    headers: {
      ...keysOf(sender),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  return { status, headers: response.headers, body: (await response.json()) as never };
}

/**
 * Sends the rest of an upload and commits it.
 * @returns the number of bytes sent, and the response to the commit
 */
export async function sendRest(
  sender: Sender,
  id: string,
  bytes: Uint8Array,
  chunkBytes: number,
): Promise<{ readonly sent: number; readonly committed: ResponseOrError<ScanFile> }> {
  let { offset } = (await getUpload(sender, id)).body;
  let sent = 0;
  while (offset < bytes.byteLength) {
    const chunk = bytes.subarray(offset, offset + chunkBytes);
    const response = await patch(sender, id, offset, chunk);
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    sent += chunk.byteLength;
    offset = response.body.offset;
  }
  return { sent, committed: await commit(sender, id) };
}
