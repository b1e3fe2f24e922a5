import { type ApiClient, isOffline } from '#api-client';
import { routes } from '#contracts';
import { type Clock, type Disposable, type Problem, systemClock } from '#foundation';
import { faultTexts } from '../../texts/fault-texts.ts';
import { faultMessageOf, reportableCode, stackFramesOf } from './fault-info.ts';

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
  /** Ids of the extensions of the page, the only sources that are sent; none by default. */
  readonly extensions?: () => readonly string[];
}

interface Entry {
  readonly code: string | null;
  readonly message: string;
  readonly stack: string | null;
  readonly page: string;
  readonly version: string;
}

const BATCH_MS = 2_000;
const RETRY_MS = 30_000;
const MINUTE_MS = 60_000;
/** Maximum number of entries in a call, and of entries that wait. */
const MAX_ENTRIES_PER_CALL = 20;
/** Maximum length of a call's body; the server accepts 16 kB before sign-in. */
const MAX_BODY_LENGTH = 15_000;
/** Limits repeated faults, e.g. in every image of a cine. */
const MAX_ENTRIES_PER_MINUTE = 30;

/**
 * Sends faults in batches, the same fault once a minute, at most thirty a minute; keeps the first
 * twenty while offline. Sends no free text of a Problem or error, because a text may name a
 * patient: only the code, a fixed text for known engine messages, the id of a known extension, stack
 * frames of the application's files, page and version.
 */
export function createErrorLog(options: ErrorLogOptions): ErrorLog {
  const { api, clock = systemClock, extensions = () => [] } = options;
  /** Times in ms of the faults of the last minute, by kind of fault. */
  const writtenAt = new Map<string, number>();
  let pending: readonly Entry[] = [];
  let timer: Disposable | null = null;

  function sendAfter(ms: number): void {
    timer ??= clock.after(ms, () => {
      timer = null;
      void send();
    });
  }

  async function send(): Promise<void> {
    const entries = firstEntries(pending);
    pending = pending.slice(entries.length);
    const sent = await api.call(routes.writeExternalLogs, { body: bodyOf(entries) });
    if (sent.ok || !isOffline(sent.problem)) {
      if (pending.length > 0) sendAfter(BATCH_MS);
      return;
    }
    pending = [...entries, ...pending].slice(0, MAX_ENTRIES_PER_CALL);
    sendAfter(RETRY_MS);
  }

  /** Counts a fault; returns false if the same fault or too many faults came within a minute. */
  function admit(key: string): boolean {
    const now = clock.now();
    for (const [knownKey, atMs] of writtenAt) {
      if (now - atMs >= MINUTE_MS) writtenAt.delete(knownKey);
    }
    if (writtenAt.has(key) || writtenAt.size >= MAX_ENTRIES_PER_MINUTE) return false;
    writtenAt.set(key, now);
    return true;
  }

  return {
    write({ code, detail, source }, stack = null) {
      const knownCode = reportableCode(code);
      const known = extensions();
      const text = faultMessageOf(detail);
      const isKnown = source !== undefined && known.includes(source);
      const message = isKnown ? faultTexts.ofExtension(source, text) : text;
      const frames = stackFramesOf(stack, detail, options.origin, known);
      if (!admit(`${knownCode} ${message} ${frames}`) || pending.length >= MAX_ENTRIES_PER_CALL)
        return;
      const pageInfo = { page: options.page(), version: options.version };
      pending = [...pending, { code: knownCode, message, stack: frames, ...pageInfo }];
      sendAfter(BATCH_MS);
    },
    dispose() {
      timer?.dispose();
      pending = [];
    },
  };
}

/** Returns the first entries that fit in a call, at least one. */
function firstEntries(entries: readonly Entry[]): readonly Entry[] {
  let count = entries.length;
  while (count > 1 && JSON.stringify(bodyOf(entries.slice(0, count))).length > MAX_BODY_LENGTH) {
    count -= 1;
  }
  return entries.slice(0, count);
}

function bodyOf(entries: readonly Entry[]) {
  return { entries: entries.map((entry) => ({ level: 'error' as const, ...entry })) };
}
