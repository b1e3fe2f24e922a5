import { routes } from '#contracts';
import { type Clock, type Disposable, type Problem, systemClock, toDisposable } from '#foundation';
import type { ApiClient } from './api-client.ts';
import { isOffline } from './call-problem.ts';

/** Tells the server of faults in this browser, for its administrators to read. Never throws. */
export interface ErrorLog extends Disposable {
  write(problem: Problem, stack?: string | null): void;
}

export interface ErrorLogOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly clock?: Clock;
  /** Version of the web application. */
  readonly version: string;
  /** Where the reader is, e.g. `/scan`; what follows a `?` is cut off. */
  readonly page: () => string;
}

type Entry = NonNullable<Parameters<typeof bodyOf>[0]>[number];

const TOGETHER_MS = 2_000;
const AGAIN_MS = 30_000;
const MINUTE_MS = 60_000;
/** What one call takes. */
const MOST_IN_A_CALL = 20;
/** A fault in every picture of a film must not become a flood. */
const MOST_IN_A_MINUTE = 30;

/**
 * Faults go in batches, the same one once a minute, no more than thirty a minute; while the server
 * is away the first twenty wait. What could name a patient is taken out here already.
 */
export function createErrorLog(options: ErrorLogOptions): ErrorLog {
  const { api, clock = systemClock } = options;
  const written = new Map<string, number>();
  let waiting: readonly Entry[] = [];
  let timer: Disposable | null = null;

  function sendAfter(ms: number): void {
    timer ??= clock.after(ms, () => {
      timer = null;
      void send();
    });
  }

  async function send(): Promise<void> {
    const entries = waiting;
    waiting = [];
    const sent = await api.call(routes.writeExternalLogs, { body: bodyOf(entries) });
    if (sent.ok || !isOffline(sent.problem)) return;
    waiting = [...entries, ...waiting].slice(0, MOST_IN_A_CALL);
    sendAfter(AGAIN_MS);
  }

  /** False for what was said a moment ago, and when too much is said. */
  function isNews(words: string): boolean {
    const now = clock.now();
    for (const [known, at] of written) if (now - at >= MINUTE_MS) written.delete(known);
    if (written.has(words) || written.size >= MOST_IN_A_MINUTE) return false;
    written.set(words, now);
    return true;
  }

  const ended = toDisposable(() => {
    timer?.dispose();
    waiting = [];
  });
  return {
    write({ code, title, detail }, stack = null) {
      const message = withoutValues(`${title}: ${detail}`);
      if (!isNews(`${code} ${message}`) || waiting.length >= MOST_IN_A_CALL) return;
      const name = /^[\w.-]{1,64}$/.test(code) ? code : null;
      const page = options.page().split('?')[0] ?? '';
      const place = { page: page.slice(0, 200), version: options.version };
      waiting = [...waiting, { code: name, message, stack: placesOf(stack), ...place }];
      sendAfter(TOGETHER_MS);
    },
    dispose: () => ended.dispose(),
  };
}

function bodyOf(
  entries: readonly {
    readonly code: string | null;
    readonly message: string;
    readonly stack: string | null;
    readonly page: string;
    readonly version: string;
  }[],
) {
  return { entries: entries.map((entry) => ({ level: 'error' as const, ...entry })) };
}

/** Programs put data between quotes, into addresses and as figures; none of it leaves the browser. */
export function withoutValues(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/"[^"]*"?|“[^”]*”?|`[^`]*`?|(?<!\w)'[^']*'?/g, '“…”')
    .replace(/[?#][^\s)]+/g, '?…')
    .replace(/[^\s@]+@[^\s@]+/g, '…@…')
    .replace(/\d{3,}/g, '#');
}

/** The lines of a stack that name places of the program; its first repeats the message. */
function placesOf(stack: string | null): string | null {
  if (stack === null) return null;
  const places = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line.trimEnd()));
  return places.length === 0 ? null : places.slice(0, 30).join('\n');
}
