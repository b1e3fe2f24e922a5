/** Later than this an answer is asked for anew: what it told may have changed. Milliseconds. */
const MAX_AGE_MS = 10_000;
/** What decides whose answer it is, and of what. */
const IDENTIFYING_HEADERS = ['authorization', 'x-api-key', 'range', 'accept'] as const;

interface PreloadedResponse {
  readonly requestKey: string;
  readonly requestedAt: number;
  readonly pending: Promise<Response>;
  readonly stop: AbortController;
}

export interface PreloadedResponsesOptions {
  readonly fetch?: typeof fetch;
  /** Milliseconds, only ever forwards. */
  readonly now?: () => number;
  readonly baseUrl: string;
}

/**
 * Reads that were sent before the program was there which will want them. Each answer is given out
 * once, to a read of the same address by the same bearer: whatever it is, a refusal or a broken
 * line too, it is told there as if it had been asked for only then.
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

  /** Asks now; the answer waits for its reader, and this is a copy of it. */
  preload(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const key = this.#addressOf(url);
    const stop = new AbortController();
    const pending = this.#fetch(key, {
      headers,
      signal: stop.signal,
      credentials: 'same-origin',
      // What the page itself asks for beforehand may be taken; people's reads are always anew.
      cache: 'authorization' in headers ? 'no-store' : 'default',
    });
    const requestKey = requestKeyOf(new Headers(headers));
    this.#unclaimed.set(key, { requestKey, requestedAt: this.#now(), pending, stop });
    const copy = pending.then((response) => response.clone());
    // Who wanted the copy hears of it by the promise that is returned; nobody has to listen.
    copy.catch(() => undefined);
    return copy;
  }

  /** A fetch that knows what was asked for before. */
  readonly fetch: typeof fetch = (input, init) => {
    const preloaded = typeof input === 'string' ? this.#claim(input, init) : null;
    return preloaded === null
      ? this.#fetch(input, init)
      : claimResponse(preloaded, init?.signal ?? null);
  };

  /** Nobody will want what is still waiting. */
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
    // Another person's, or too old: it is good for nobody any more.
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

/** From here on the reader's wish to cancel is what counts. */
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
