import { routes } from '#contracts';
import { type Clock, type Disposable, type Problem, systemClock, toDisposable } from '#foundation';
import type { ApiClient } from '../api/api-client.ts';
import { isOffline } from '../api/call-problem.ts';
import { faultMessageOf, kindOf, stackFramesOf } from './fault-info.ts';

/** Sends faults of this browser to the server for administrators. Never throws. */
export interface ErrorLog extends Disposable {
  write(problem: Problem, stack?: string | null): void;
}

export interface ErrorLogOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly clock?: Clock;
  /** Version of the web application. */
  readonly version: string;
  /**
   * Path of the open page, e.g. `/scan`. Must come from the list of known pages, because an address
   * may contain ids.
   */
  readonly page: () => string;
  /** Origin of the application's files, e.g. `https://site.example`. */
  readonly origin: string;
}

type Entry = NonNullable<Parameters<typeof bodyOf>[0]>[number];

const BATCH_MS = 2_000;
const RETRY_MS = 30_000;
const MINUTE_MS = 60_000;
/** Maximum number of entries in a call. */
const MAX_ENTRIES_PER_CALL = 20;
/** Limits repeated faults, e.g. in every image of a cine. */
const MAX_ENTRIES_PER_MINUTE = 30;

/**
 * Sends faults in batches, the same fault once a minute, at most thirty a minute; keeps the first
 * twenty while offline. Sends no free text of a Problem or error, because a text may name a
 * patient: only the kind, a fixed text for known engine messages, stack frames of the application's
 * files, page and version.
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

  /** False for a fault already reported within a minute, and above the limit. */
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
