import { fail, joinBytes, ok, type Result } from '#foundation';
import { type CallProblem, errorResponseProblem, unreachedProblem } from './call-problem.ts';
import { callTexts } from './texts/call-texts.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** Time in ms after which the server counts as unreachable; no limit if absent. */
  readonly timeoutMs?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

function combinedSignal(request: HttpRequest): AbortSignal | null {
  const limits = [
    ...(request.signal === undefined ? [] : [request.signal]),
    ...(request.timeoutMs === undefined ? [] : [AbortSignal.timeout(request.timeoutMs)]),
  ];
  return limits.length === 0 ? null : AbortSignal.any(limits);
}

/** Returns the options of `fetch` for a request. */
export function requestInit(request: HttpRequest): RequestInit {
  return {
    method: request.method,
    headers: request.headers,
    // Sends the cookie that marks browsers in which a user has signed in before; a cookie, because
    // signing out clears local storage. Authentication uses only API key and bearer token.
    credentials: 'same-origin',
    cache: 'no-store',
    signal: combinedSignal(request),
    ...(request.keepalive === true ? { keepalive: true } : {}),
    ...(request.body === undefined ? {} : { body: request.body }),
  };
}

/** Sends a request and returns the response as text, whatever its status; fails without one. */
export async function sendByFetch(
  fetcher: typeof fetch,
  request: HttpRequest,
): Promise<Result<HttpResponse, CallProblem>> {
  try {
    const response = await fetcher(request.url, requestInit(request));
    return ok({ status: response.status, text: await response.text() });
  } catch (thrown) {
    return fail(unreachedProblem(request.method, thrown, request.signal?.aborted === true));
  }
}

/** Sends a request by XMLHttpRequest, because fetch does not report upload progress. */
export function sendByXhr(
  xhr: XMLHttpRequest,
  request: HttpRequest,
  onUploadProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<Result<HttpResponse, CallProblem>> {
  return new Promise((resolve) => {
    const cancel = (): void => xhr.abort();
    const finish = (result: Result<HttpResponse, CallProblem>): void => {
      request.signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => onUploadProgress(event.loaded, event.total);
    xhr.onload = () => finish(ok({ status: xhr.status, text: xhr.responseText }));
    xhr.onerror = () =>
      finish(fail(unreachedProblem(request.method, callTexts.unreached.broken, false)));
    xhr.onabort = () =>
      finish(fail(unreachedProblem(request.method, callTexts.cancelled.detail, true)));
    request.signal?.addEventListener('abort', cancel);
    xhr.send(request.body ?? null);
    if (request.signal?.aborted === true) xhr.abort();
  });
}

/** Downloads a file with progress; `total` is null if the length is unknown. */
export async function receiveBytes(
  fetcher: typeof fetch,
  request: HttpRequest,
  onProgress: ((bytes: number, total: number | null) => void) | undefined,
): Promise<Result<Uint8Array<ArrayBuffer>, CallProblem>> {
  try {
    const response = await fetcher(request.url, requestInit(request));
    if (response.status !== 200) {
      return fail(errorResponseProblem(request.method, response.status, await response.text()));
    }
    if (response.body === null || onProgress === undefined) {
      return ok(new Uint8Array(await response.arrayBuffer()));
    }
    return ok(await collect(response.body, totalBytesOf(response), onProgress));
  } catch (thrown) {
    return fail(unreachedProblem(request.method, thrown, request.signal?.aborted === true));
  }
}

/**
 * Returns the length of the body; null for encoded responses, whose header counts encoded bytes.
 */
function totalBytesOf({ headers }: Response): number | null {
  const length = headers.get('content-length');
  if (length === null || headers.get('content-encoding') !== null) return null;
  return Number.isFinite(Number(length)) ? Number(length) : null;
}

async function collect(
  body: ReadableStream<Uint8Array>,
  total: number | null,
  onProgress: (bytes: number, total: number | null) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    received += value.byteLength;
    onProgress(received, total);
  }
  return joinBytes(chunks);
}
