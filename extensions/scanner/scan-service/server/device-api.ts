import { createHash } from 'node:crypto';
import { type ApiClient, type CallProblem, createApiClient } from '#api-client';
import { routes, type ScanFileFields } from '#contracts';
import { ok, type Problem, type Result } from '#foundation';

/** A file whose bytes are durable on the server. */
export interface StoredFile {
  readonly fileId: string;
  readonly storagePath: string;
  /** True if the stored bytes differ from the bytes sent now. */
  readonly hadOtherBytes: boolean;
}

/** API client of a device, which also stores files. */
export interface DeviceApi extends ApiClient {
  /**
   * Registers a file and sends its bytes; both steps can be repeated with the same fields. An
   * existing file of the attempt with the same name is kept, whatever its bytes. A blob is read
   * while it is sent; rejects if a blob is not readable.
   */
  storeFile(
    fields: ScanFileFields & { readonly id: string },
    bytes: Uint8Array | Blob,
    signal: AbortSignal,
  ): Promise<Result<StoredFile, CallProblem>>;
}

/** Returns a client with a fixed bearer, for programs that do not sign in. */
export function createServiceApi(apiUrl: string, apiKey: string, token: string): ApiClient {
  return createApiClient({ baseUrl: apiUrl.replace(/\/$/, ''), apiKey, token: () => token });
}

export function createDeviceApi(apiUrl: string, apiKey: string, token: string): DeviceApi {
  const api = createServiceApi(apiUrl, apiKey, token);
  return { ...api, storeFile: (...input) => storeFile(api, ...input) };
}

async function storeFile(
  api: ApiClient,
  fields: ScanFileFields & { readonly id: string },
  bytes: Uint8Array | Blob,
  signal: AbortSignal,
): Promise<Result<StoredFile, CallProblem>> {
  const row = await api.call(routes.createScanFile, {
    body: fields,
    idempotencyKey: fields.id,
    signal,
  });
  if (!row.ok) return row;
  const blob = bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)]);
  const stored = await api.call(routes.putScanFileContent, {
    params: { id: row.value.id },
    file: { name: fields.fileName, bytes: blob },
    checksumSha256: await checksumOf(bytes),
    signal,
  });
  const { id: fileId, storagePath } = row.value;
  if (stored.ok) {
    return ok({ fileId, storagePath: stored.value.storagePath ?? '', hadOtherBytes: false });
  }
  if (stored.problem.errorType !== 'Conflict') return stored;
  return ok({ fileId, storagePath: storagePath ?? '', hadOtherBytes: true });
}

/** Returns the SHA-256 of the bytes in hex. */
async function checksumOf(bytes: Uint8Array | Blob): Promise<string> {
  const hash = createHash('sha256');
  if (bytes instanceof Blob) for await (const chunk of bytes.stream()) hash.update(chunk);
  else hash.update(bytes);
  return hash.digest('hex');
}

/** Returns message and cause of a failure in one line, for the log and the operator. */
export function failureDetail({ title, detail }: Problem): string {
  return detail === '' ? title : `${title}: ${detail}`;
}
