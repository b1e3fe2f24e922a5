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

/** What a call needs, derived from its route: `params`, `query`, `body` where the route has them. */
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
          : { readonly body: InputOf<Body> }) & {
          /** The version an edit started from, sent as If-Match. */
          readonly version?: number;
          /** The bytes of a form route, sent as field `data`. */
          readonly file?: { readonly name: string; readonly bytes: Blob };
          readonly idempotencyKey?: string;
          readonly signal?: AbortSignal;
          /** The call goes out although the page is about to go. */
          readonly keepalive?: boolean;
          onUploadProgress?(sentBytes: number, totalBytes: number): void;
        }
    : never;

/** What a call answers when it succeeds, derived from its route. */
export type CallResponse<R extends Route> =
  R extends Route<z.ZodType, z.ZodType, z.ZodType, infer Response> ? ResponseOf<Response> : never;

/** The typed client of the route catalogue; the one way from the browser to the server. */
export interface ApiClient {
  call<R extends Route>(
    route: R,
    input: CallInput<R>,
  ): Promise<Result<CallResponse<R>, CallProblem>>;
  /**
   * Bytes of an address below `/api`, e.g. `/scanfiles/{id}/download`, with progress. A range that
   * comes short, long or as the whole file is the Problem RANGE_NOT_KEPT.
   */
  download(
    path: string,
    options?: DownloadOptions,
  ): Promise<Result<Uint8Array<ArrayBuffer>, CallProblem>>;
}

export interface DownloadOptions {
  /** Sent by POST: what the bytes are made from. */
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** Bytes `from` … `to` - 1 of the file alone. */
  readonly range?: { readonly from: number; readonly to: number };
  /** The range's bytes are written here as they come, and the answer is this; as long as the range. */
  readonly into?: Uint8Array<ArrayBuffer>;
  onProgress?(bytes: number, total: number | null): void;
}
