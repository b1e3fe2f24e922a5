import { routes } from '#contracts';
import { type Clock, type Disposable, type Problem, systemClock, toDisposable } from '#foundation';
import type { ApiClient } from '../api/api-client.ts';
import { isOffline } from '../api/call-problem.ts';
import { faultMessageOf, kindOf, stackFramesOf } from './fault-info.ts';

/** Tells the server of faults in this browser, for its administrators to read. Never throws. */
export interface ErrorLog extends Disposable {
  write(problem: Problem, stack?: string | null): void;
}

export interface ErrorLogOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly clock?: Clock;
  /** Version of the web application. */
  readonly version: string;
  /** The page that is open, e.g. `/scan`: one of those there are, never an address as it stands. */
  readonly page: () => string;
  /** Where our own files come from, e.g. `https://site.example`. */
  readonly origin: string;
}

type Entry = NonNullable<Parameters<typeof bodyOf>[0]>[number];

const BATCH_MS = 2_000;
const RETRY_MS = 30_000;
const MINUTE_MS = 60_000;
/** What one call takes. */
const MAX_ENTRIES_PER_CALL = 20;
/** A fault in every picture of a film must not become a flood. */
const MAX_ENTRIES_PER_MINUTE = 30;

/**
 * Faults go in batches, the same one once a minute, no more than thirty a minute; while the server
 * is away the first twenty wait. No words of a Problem or an error leave the browser, since they may
 * name a patient: its kind does, places of our own files, the page, the version, and of what engines
 * say which of a few sayings it is.
 */
export function createErrorLog(options: ErrorLogOptions): ErrorLog {
  const { api, clock = systemClock } = options;
  const written = new Map<string, number>();
  let pending: readonly Entry[] = [];
  let timer: Disposable | null = null;

  function sendAfter(ms: number): void {
    timer ??= clock.after(ms, () => {
      timer = null;
      void send();
    });
  }

  async function send(): Promise<void> {
    const entries = pending;
    pending = [];
    const sent = await api.call(routes.writeExternalLogs, { body: bodyOf(entries) });
    if (sent.ok || !isOffline(sent.problem)) return;
    pending = [...entries, ...pending].slice(0, MAX_ENTRIES_PER_CALL);
    sendAfter(RETRY_MS);
  }

  /** False for what was said a moment ago, and when too much is said. */
  function shouldReport(key: string): boolean {
    const now = clock.now();
    for (const [known, at] of written) if (now - at >= MINUTE_MS) written.delete(known);
    if (written.has(key) || written.size >= MAX_ENTRIES_PER_MINUTE) return false;
    written.set(key, now);
    return true;
  }

  const ended = toDisposable(() => {
    timer?.dispose();
    pending = [];
  });
  return {
    write({ code, detail }, stack = null) {
      const kind = kindOf(code);
      const message = faultMessageOf(detail);
      const frames = stackFramesOf(stack, detail, options.origin);
      if (!shouldReport(`${kind} ${message} ${frames}`) || pending.length >= MAX_ENTRIES_PER_CALL)
        return;
      const pageInfo = { page: options.page(), version: options.version };
      pending = [...pending, { code: kind, message, stack: frames, ...pageInfo }];
      sendAfter(BATCH_MS);
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
