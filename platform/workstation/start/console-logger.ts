import type { Logger } from '#foundation';

/** Log lines of the browser, in its console. Callers keep patient data out of them. */
export const consoleLogger: Logger = {
  log(level, message, fields = {}) {
    // biome-ignore lint/suspicious/noConsole: the console is where the browser's log goes
    console[level](message, fields);
  },
};
