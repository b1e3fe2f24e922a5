/** Maximum age of a preloaded response in ms, because the data may have changed. */
const MAX_AGE_MS = 10_000;
/** Headers that identify user and content of a response. */
const IDENTIFYING_HEADERS = ['authorization', 'x-api-key', 'range', 'accept'] as const;

interface PreloadedResponse {
  readonly requestKey: string;
  /** Monotonic time in ms. */
  readonly requestedAtMs: number;
  readonly pending: Promise<Response>;
  readonly controller: AbortController;
}

export interface PreloadedResponsesOptions {
  readonly fetch?: typeof fetch;
  /** Monotonic time in ms. */
  readonly now?: () => number;
  readonly baseUrl: string;
}

/**
 * Holds requests sent before the program was loaded. Returns each response, also a failed one, to
 * the first GET of the same address with the same identifying headers, and only once.
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

  /** Sends the request and returns a copy of the response; keeps the original for `fetch`. */
  preload(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const key = this.#addressOf(url);
    const controller = new AbortController();
    const pending = this.#fetch(key, {
      headers,
      signal: controller.signal,
      credentials: 'same-origin',
      // Allows caching only without a token; requests of a user always reach the server.
      cache: 'authorization' in headers ? 'no-store' : 'default',
    });
    const requestKey = requestKeyOf(new Headers(headers));
    this.#unclaimed.set(key, { requestKey, requestedAtMs: this.#now(), pending, controller });
    const copy = pending.then((response) => response.clone());
    // Prevents an unhandled rejection; the caller still receives the error through `copy`.
    copy.catch(() => undefined);
    return copy;
  }

  /** `fetch` that returns the preloaded response of the request, or else sends the request. */
  readonly fetch: typeof fetch = (input, init) => {
    const preloaded = typeof input === 'string' ? this.#claim(input, init) : null;
    return preloaded === null
      ? this.#fetch(input, init)
      : claimResponse(preloaded, init?.signal ?? null);
  };

  /**
   * Returns a copy of a preloaded response, which `fetch` can still return; null if there is none.
   * Rejects when the preload failed.
   */
  async peek(url: string): Promise<Response | null> {
    const preloaded = this.#unclaimed.get(this.#addressOf(url));
    return preloaded === undefined ? null : (await preloaded.pending).clone();
  }

  /** Aborts unclaimed preloads. */
  drop(): void {
    for (const { controller } of this.#unclaimed.values()) controller.abort();
    this.#unclaimed.clear();
  }

  #claim(url: string, init: RequestInit = {}): PreloadedResponse | null {
    if ((init.method ?? 'GET') !== 'GET' || this.#unclaimed.size === 0) return null;
    const key = this.#addressOf(url);
    const preloaded = this.#unclaimed.get(key);
    if (preloaded === undefined) return null;
    const isSameRequest = preloaded.requestKey === requestKeyOf(new Headers(init.headers ?? {}));
    const isFresh = this.#now() - preloaded.requestedAtMs <= MAX_AGE_MS;
    // Drops the response even if unusable: it belongs to another user or is too old.
    this.#unclaimed.delete(key);
    if (isSameRequest && isFresh) return preloaded;
    preloaded.controller.abort();
    return null;
  }

  #addressOf(url: string): string {
    return new URL(url, this.#baseUrl).href;
  }
}

const requestKeyOf = (headers: Headers): string =>
  JSON.stringify(IDENTIFYING_HEADERS.map((name) => headers.get(name)));

/** Returns the pending response; aborting `signal` also aborts the preloaded request. */
function claimResponse(
  { pending, controller }: PreloadedResponse,
  signal: AbortSignal | null,
): Promise<Response> {
  if (signal === null) return pending;
  const cancel = (): void => controller.abort(signal.reason);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return pending;
}
