import type { Logger } from '#foundation';

/** Logs to the browser console. Callers must not pass patient data. */
export const consoleLogger: Logger = {
  log(level, message, fields = {}) {
    // biome-ignore lint/suspicious/noConsole: the log of the browser is its console
    console[level](message, fields);
  },
};
