import type { Route } from '#contracts';
import { fail, ok, type Result } from '#foundation';
import type { ApiClient, CallInput, CallOptions, CallResponse } from './api-client.ts';
import { type CallProblem, errorResponseProblem, mismatchProblem } from './call-problem.ts';
import { type HttpRequest, receiveBytes, sendByFetch, sendByXhr } from './http.ts';
import { rangeHeader, receiveRange } from './receive-range.ts';
import { callTexts } from './texts/call-texts.ts';

export interface ApiClientOptions {
  /** Without trailing '/', e.g. `/api`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Returns the access token; null while no user is signed in. */
  readonly token: () => string | null;
  /** Called with a token that the server rejected (401); the session has then ended. */
  readonly onUnauthorized?: (token: string) => void;
  readonly fetch?: typeof fetch;
  readonly xhr?: () => XMLHttpRequest;
  /** Time in ms after which a JSON call without a response counts as offline. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Input of any route; `ApiClient.call` checks the types of each route at compile time. */
interface LooseInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Fills the parameters of a path such as `/scans/{id}`; throws if a parameter is missing. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Parameter ${name} of ${path} is missing`);
    return encodeURIComponent(String(value));
  });
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function formOf(input: LooseInput): FormData | undefined {
  if (input.file === undefined) return undefined;
  const form = new FormData();
  form.append('data', input.file.bytes, input.file.name);
  return form;
}

function requestOf(
  options: ApiClientOptions,
  route: Route,
  input: LooseInput,
  token: string | null,
): HttpRequest {
  const form = route.bodyKind === 'form' ? formOf(input) : undefined;
  const json =
    form === undefined && route.body !== undefined ? JSON.stringify(input.body) : undefined;
  const body = form ?? json;
  const path = fillPath(route.path, input.params ?? {});
  return {
    method: route.method,
    url: `${options.baseUrl}${path}${queryText(input.query ?? {})}`,
    headers: {
      ...credentialHeaders(options, token),
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(input.version === undefined ? {} : { 'if-match': `"${input.version}"` }),
      ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
      ...(input.checksumSha256 === undefined ? {} : { 'x-checksum-sha256': input.checksumSha256 }),
    },
    ...(body === undefined ? {} : { body }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
    ...(input.keepalive === true ? { keepalive: true } : {}),
    // Uploads have no timeout, because their duration depends on the file size.
    ...(form === undefined ? { timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS } : {}),
  };
}

function credentialHeaders(
  options: ApiClientOptions,
  token: string | null,
): Record<string, string> {
  return {
    'x-api-key': options.apiKey,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Parses a 200 response with the route's schema. */
function responseOf(route: Route, text: string): Result<unknown, CallProblem> {
  if (route.response === undefined) return ok(undefined);
  try {
    const parsed = route.response.safeParse(JSON.parse(text));
    if (parsed.success) return ok(parsed.data);
    const issues = parsed.error.issues
      .slice(0, 3)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return fail(mismatchProblem(route.method, route.path, issues.join('; ')));
  } catch {
    return fail(mismatchProblem(route.method, route.path, callTexts.mismatch.noJson));
  }
}

/**
 * Creates a client of the route catalogue over HTTP. The client validates responses with the schema
 * of the route, converts error responses to CallProblems, and reports rejected tokens.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const fetcher: typeof fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  const newXhr = options.xhr ?? (() => new XMLHttpRequest());

  const reportUnauthorized = (status: number, token: string | null): void => {
    if (status === 401 && token !== null) options.onUnauthorized?.(token);
  };

  async function send(route: Route, input: LooseInput): Promise<Result<unknown, CallProblem>> {
    const token = options.token();
    const request = requestOf(options, route, input, token);
    const { onUploadProgress } = input;
    const response =
      onUploadProgress !== undefined && request.body instanceof FormData
        ? await sendByXhr(newXhr(), request, (sent, total) => onUploadProgress(sent, total))
        : await sendByFetch(fetcher, request);
    if (!response.ok) return response;
    const { status, text } = response.value;
    if (status === 200) return responseOf(route, text);
    reportUnauthorized(status, token);
    return fail(errorResponseProblem(route.method, status, text));
  }

  return {
    call: <R extends Route>(route: R, input: CallInput<R>) =>
      // The cast is safe, because the schema of this route has produced the value.
      send(route, input as LooseInput) as Promise<Result<CallResponse<R>, CallProblem>>,
    addressOf: (path) => `${options.baseUrl}${path}`,
    async download(path, { body, signal, range, into, onProgress } = {}) {
      const token = options.token();
      const request: HttpRequest = {
        ...(body === undefined
          ? { method: 'GET' as const }
          : { method: 'POST' as const, body: JSON.stringify(body) }),
        url: `${options.baseUrl}${path}`,
        headers: {
          ...credentialHeaders(options, token),
          ...rangeHeader(range),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(signal === undefined ? {} : { signal }),
      };
      const result =
        range === undefined
          ? await receiveBytes(fetcher, request, onProgress)
          : await receiveRange(fetcher, request, range, into, onProgress);
      if (!result.ok) reportUnauthorized(result.problem.status, token);
      return result;
    },
  };
}
