import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { errorResponseSchema, type Route, routes, type ScanFileFields } from '#contracts';
import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';

/** Reason why a call failed; `status` is null if there was no response. */
export interface CallProblem extends Problem {
  readonly status: number | null;
}

/** A file whose bytes are durable on the server. */
export interface StoredFile {
  readonly fileId: string;
  readonly storagePath: string;
  /** True if the stored bytes differ from the bytes sent now. */
  readonly hadOtherBytes: boolean;
}

interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

type ResponseOf<R> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.infer<A> : never;

/** API client with a single bearer token. All routes come from the catalogue. */
export class ApiClient {
  readonly #apiUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(apiUrl: string, apiKey: string, token: string) {
    this.#apiUrl = apiUrl.replace(/\/$/, '');
    this.#headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` };
  }

  /** Calls a route and validates its response by schema. Any status but 200 is a `CallProblem`. */
  async call<R extends Route>(
    route: R,
    call: Call,
    signal: AbortSignal,
  ): Promise<Result<ResponseOf<R>, CallProblem>> {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(call.params?.[name] ?? ''),
    );
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    const json = call.body === undefined ? {} : { 'content-type': 'application/json' };
    try {
      const response = await fetch(`${this.#apiUrl}${path}${query}`, {
        method: route.method,
        headers: { ...this.#headers, ...json, ...call.headers },
        body: call.form ?? (call.body === undefined ? null : JSON.stringify(call.body)),
        signal,
      });
      const text = await response.text();
      if (response.status !== 200) return fail(responseProblem(route, response.status, text));
      const parsed = route.response?.safeParse(JSON.parse(text));
      if (parsed?.success) return ok(parsed.data as ResponseOf<R>);
      return fail(unreachable(route, `its answer is not readable: ${parsed?.error.message ?? ''}`));
    } catch (thrown) {
      return fail(unreachable(route, messageOf(thrown)));
    }
  }

  /** Downloads the bytes of a file, verified against the server's checksum. */
  async download(fileId: string, signal: AbortSignal): Promise<Result<Uint8Array, CallProblem>> {
    const route = routes.downloadScanFile;
    const path = route.path.replace('{id}', encodeURIComponent(fileId));
    try {
      const response = await fetch(`${this.#apiUrl}${path}`, { headers: this.#headers, signal });
      if (response.status !== 200)
        return fail(responseProblem(route, response.status, await response.text()));
      return ok(new Uint8Array(await response.arrayBuffer()));
    } catch (thrown) {
      return fail(unreachable(route, messageOf(thrown)));
    }
  }

  /**
   * Registers a file and sends its bytes; both steps can be repeated with the same fields. An
   * existing file of the attempt with the same name is kept, whatever its bytes. A blob is read
   * while it is sent.
   */
  async storeFile(
    fields: ScanFileFields & { readonly id: string },
    bytes: Uint8Array | Blob,
    signal: AbortSignal,
  ): Promise<Result<StoredFile, CallProblem>> {
    const row = await this.call(
      routes.createScanFile,
      { body: fields, headers: { 'idempotency-key': fields.id } },
      signal,
    );
    if (!row.ok) return row;
    const form = new FormData();
    const blob = bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)]);
    form.append('data', blob, fields.fileName);
    const hash = createHash('sha256');
    if (bytes instanceof Blob) for await (const chunk of bytes.stream()) hash.update(chunk);
    else hash.update(bytes);
    const checksum = hash.digest('hex');
    const stored = await this.call(
      routes.putScanFileContent,
      { params: { id: row.value.id }, form, headers: { 'x-checksum-sha256': checksum } },
      signal,
    );
    const { id: fileId, storagePath } = row.value;
    if (stored.ok) {
      return ok({ fileId, storagePath: stored.value.storagePath ?? '', hadOtherBytes: false });
    }
    if (stored.problem.code !== 'Conflict') return stored;
    return ok({ fileId, storagePath: storagePath ?? '', hadOtherBytes: true });
  }
}

/** Returns true if a retry may help: no response, or a response that reports a temporary state. */
export function isTransient(problem: CallProblem): boolean {
  const { status } = problem;
  return status === null || status === 429 || status === 500 || (status > 500 && status !== 507);
}

function responseProblem(route: Route, status: number, text: string): CallProblem {
  const body = errorResponseSchema.safeParse(jsonOrNull(text));
  const message = body.success ? body.data.message : text.slice(0, 200);
  const code = (body.success ? body.data.errorType : undefined) ?? `HTTP_${status}`;
  return {
    ...problem(
      code,
      'The server refused',
      `${route.method} ${route.path}: ${status} ${message}`,
      '',
    ),
    status,
  };
}

function unreachable(route: Route, detail: string): CallProblem {
  return {
    ...problem(
      'SERVER_UNREACHABLE',
      'The server did not answer',
      `${route.method} ${route.path}: ${detail}`,
      'Check that the server runs.',
    ),
    status: null,
  };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies respond in HTML; the caller then uses the text itself.
    return null;
  }
}
