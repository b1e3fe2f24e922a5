/** Later than this an answer is asked for anew: what it told may have changed. Milliseconds. */
const KEPT_MS = 10_000;
/** What decides whose answer it is, and of what. */
const TELLING = ['authorization', 'x-api-key', 'range', 'accept'] as const;

interface Early {
  readonly whose: string;
  readonly askedAt: number;
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
}

export interface EarlyAnswersOptions {
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
export class EarlyAnswers {
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  readonly #baseUrl: string;
  readonly #waiting = new Map<string, Early>();

  constructor(options: EarlyAnswersOptions) {
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#now = options.now ?? (() => performance.now());
    this.#baseUrl = options.baseUrl;
  }

  /** Asks now; the answer waits for its reader, and this is a copy of it. */
  ask(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const key = this.#addressOf(url);
    const stop = new AbortController();
    const answer = this.#fetch(key, {
      headers,
      signal: stop.signal,
      credentials: 'same-origin',
      // What the page itself asks for beforehand may be taken; people's reads are always anew.
      cache: 'authorization' in headers ? 'no-store' : 'default',
    });
    const whose = tellingOf(new Headers(headers));
    this.#waiting.set(key, { whose, askedAt: this.#now(), answer, stop });
    const copy = answer.then((response) => response.clone());
    // Who wanted the copy hears of it by the promise that is returned; nobody has to listen.
    copy.catch(() => undefined);
    return copy;
  }

  /** A fetch that knows what was asked for before. */
  readonly fetch: typeof fetch = (input, init) => {
    const early = typeof input === 'string' ? this.#take(input, init) : null;
    return early === null ? this.#fetch(input, init) : given(early, init?.signal ?? null);
  };

  /** Nobody will want what is still waiting. */
  drop(): void {
    for (const { stop } of this.#waiting.values()) stop.abort();
    this.#waiting.clear();
  }

  #take(url: string, init: RequestInit = {}): Early | null {
    if ((init.method ?? 'GET') !== 'GET' || this.#waiting.size === 0) return null;
    const key = this.#addressOf(url);
    const early = this.#waiting.get(key);
    if (early === undefined) return null;
    const isMine = early.whose === tellingOf(new Headers(init.headers ?? {}));
    const isYoung = this.#now() - early.askedAt <= KEPT_MS;
    // Another person's, or too old: it is good for nobody any more.
    this.#waiting.delete(key);
    if (isMine && isYoung) return early;
    early.stop.abort();
    return null;
  }

  #addressOf(url: string): string {
    return new URL(url, this.#baseUrl).href;
  }
}

const tellingOf = (headers: Headers): string =>
  JSON.stringify(TELLING.map((name) => headers.get(name)));

/** From here on the reader's wish to cancel is what counts. */
function given({ answer, stop }: Early, signal: AbortSignal | null): Promise<Response> {
  if (signal === null) return answer;
  const cancel = (): void => stop.abort(signal.reason);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return answer;
}
