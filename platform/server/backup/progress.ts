/** Reports the progress of a long command and carries its cancellation signal. */
export interface Progress {
  readonly signal: AbortSignal;
  /**
   * Reports that `done` of `total` items of a phase are finished; `item` names the current item.
   * @throws AbortError after cancellation
   */
  report(phase: string, done: number, total: number, item?: string): void;
  done(phase: string, text: string): void;
  /** Reports a condition that needs attention but does not stop the command. */
  warn(text: string): void;
}

/** Minimum interval between updates of the line. */
const UPDATE_INTERVAL_MS = 200;

/** Writes to standard error: one updating line at a terminal, otherwise whole lines. */
export function terminalProgress(signal: AbortSignal): Progress {
  const { stderr } = process;
  let last = 0;
  const clear = stderr.isTTY ? '\r\x1b[K' : '';
  return {
    signal,
    report(phase, done, total, item = '') {
      signal.throwIfAborted();
      const now = performance.now();
      if (!stderr.isTTY || now - last < UPDATE_INTERVAL_MS) return;
      last = now;
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
      stderr.write(`${clear}${phase} ${percent} % (${done} of ${total}) ${item.slice(0, 60)}`);
    },
    done(phase, text) {
      stderr.write(`${clear}${phase}: ${text}\n`);
    },
    warn(text) {
      stderr.write(`${clear}Attention: ${text}\n`);
    },
  };
}

/** For tests and callers that need only the result. */
export const noProgress: Progress = {
  signal: new AbortController().signal,
  report: () => undefined,
  done: () => undefined,
  warn: () => undefined,
};
