/** Maximum age of a preloaded response in ms, because the data may have changed. */
const MAX_AGE_MS = 10_000;
/** Headers that identify user and content of a response. */
const IDENTIFYING_HEADERS = ['authorization', 'x-api-key', 'range', 'accept'] as const;

interface PreloadedResponse {
  readonly requestKey: string;
  readonly requestedAt: number;
  readonly pending: Promise<Response>;
  readonly stop: AbortController;
}

export interface PreloadedResponsesOptions {
  readonly fetch?: typeof fetch;
  /** Monotonic time in ms. */
  readonly now?: () => number;
  readonly baseUrl: string;
}

/**
 * Holds requests sent before the program was loaded. Hands each response out once, to a GET of the
 * same address with the same identifying headers; errors are handed out too, as if requested at
 * that time.
 */
export class PreloadedResponses {
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  readonly #baseUrl: string;
  readonly #unclaimed = new Map<string, PreloadedResponse>();

  constructor(options: PreloadedResponsesOptions) {
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#now = options.now ?? (() => performance.now());
    this.#baseUrl = options.baseUrl;
  }

  /** Sends the request and returns a copy of the response; the original waits for its read. */
  preload(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const key = this.#addressOf(url);
    const stop = new AbortController();
    const pending = this.#fetch(key, {
      headers,
      signal: stop.signal,
      credentials: 'same-origin',
      // Allows caching only without a token; requests of a user always reach the server.
      cache: 'authorization' in headers ? 'no-store' : 'default',
    });
    const requestKey = requestKeyOf(new Headers(headers));
    this.#unclaimed.set(key, { requestKey, requestedAt: this.#now(), pending, stop });
    const copy = pending.then((response) => response.clone());
    // Prevents an unhandled rejection; the caller still receives the error through `copy`.
    copy.catch(() => undefined);
    return copy;
  }

  /** Fetch that reuses preloaded responses. */
  readonly fetch: typeof fetch = (input, init) => {
    const preloaded = typeof input === 'string' ? this.#claim(input, init) : null;
    return preloaded === null
      ? this.#fetch(input, init)
      : claimResponse(preloaded, init?.signal ?? null);
  };

  /** Aborts unclaimed preloads. */
  drop(): void {
    for (const { stop } of this.#unclaimed.values()) stop.abort();
    this.#unclaimed.clear();
  }

  #claim(url: string, init: RequestInit = {}): PreloadedResponse | null {
    if ((init.method ?? 'GET') !== 'GET' || this.#unclaimed.size === 0) return null;
    const key = this.#addressOf(url);
    const preloaded = this.#unclaimed.get(key);
    if (preloaded === undefined) return null;
    const isSameRequest = preloaded.requestKey === requestKeyOf(new Headers(init.headers ?? {}));
    const isFresh = this.#now() - preloaded.requestedAt <= MAX_AGE_MS;
    // Drops the response in any case: a different user or an old response makes the preload
    // unusable.
    this.#unclaimed.delete(key);
    if (isSameRequest && isFresh) return preloaded;
    preloaded.stop.abort();
    return null;
  }

  #addressOf(url: string): string {
    return new URL(url, this.#baseUrl).href;
  }
}

const requestKeyOf = (headers: Headers): string =>
  JSON.stringify(IDENTIFYING_HEADERS.map((name) => headers.get(name)));

/** Links the abort signal of the read to the preloaded request. */
function claimResponse(
  { pending, stop }: PreloadedResponse,
  signal: AbortSignal | null,
): Promise<Response> {
  if (signal === null) return pending;
  const cancel = (): void => stop.abort(signal.reason);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return pending;
}
