import type * as z from 'zod';
import type { Route } from '#contracts';
import type { Result } from '#foundation';
import type { CallProblem } from './call-problem.ts';

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type ResponseOf<Schema> = Schema extends z.ZodUndefined
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;

/** Options of every call. */
export interface CallOptions {
  /** Version that the edit is based on, sent as If-Match. */
  readonly version?: number;
  /** File of a form route, sent as field `data`. */
  readonly file?: { readonly name: string; readonly bytes: Blob };
  /** SHA-256 of the file in hex; the server rejects other bytes. */
  readonly checksumSha256?: string;
  /** Sent as Idempotency-Key, so that the server executes repeated calls once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  onUploadProgress?(sentBytes: number, totalBytes: number): void;
}

/** Input of a call, derived from its route: `params`, `query`, `body` where the route has them. */
export type CallInput<R extends Route> =
  R extends Route<infer Params, infer Query, infer Body, z.ZodType>
    ? (Params extends z.ZodUndefined
        ? { readonly params?: undefined }
        : { readonly params: InputOf<Params> }) &
        (Query extends z.ZodUndefined
          ? { readonly query?: undefined }
          : { readonly query: InputOf<Query> }) &
        (Body extends z.ZodUndefined
          ? { readonly body?: unknown }
          : { readonly body: InputOf<Body> }) &
        CallOptions
    : never;

/** Response of a successful call, derived from its route. */
export type CallResponse<R extends Route> =
  R extends Route<z.ZodType, z.ZodType, z.ZodType, infer Response> ? ResponseOf<Response> : never;

/** Typed client of the route catalogue, used by the browser and the scan service. */
export interface ApiClient {
  call<R extends Route>(
    route: R,
    input: CallInput<R>,
  ): Promise<Result<CallResponse<R>, CallProblem>>;
  /** Returns the URL of a path below `/api`, e.g. of a download address. */
  addressOf(path: string): string;
  /**
   * Downloads bytes of a path below `/api`, e.g. `/scanfiles/{id}/download`, with progress. Fails
   * with RANGE_NOT_KEPT if the response contains other bytes than the requested range.
   */
  download(
    path: string,
    options?: DownloadOptions,
  ): Promise<Result<Uint8Array<ArrayBuffer>, CallProblem>>;
}

export interface DownloadOptions {
  /** Body from which the server creates the bytes; changes the method to POST. */
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** Requests only bytes `from` … `to` - 1. */
  readonly range?: { readonly from: number; readonly to: number };
  /** Buffer of the range's length that receives the bytes on arrival and is returned. */
  readonly into?: Uint8Array<ArrayBuffer>;
  onProgress?(bytes: number, total: number | null): void;
}
