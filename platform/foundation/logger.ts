export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log. Never log names, codes, birth dates or free text of patients. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: LogFields): void;
}

/**
 * Writes one JSON line per entry to standard error, so that standard output stays readable for
 * users.
 */
export function jsonLogger(source: string, write: (line: string) => void): Logger {
  return {
    log(level, message, fields) {
      write(JSON.stringify({ at: new Date().toISOString(), level, source, message, ...fields }));
    },
  };
}

export const silentLogger: Logger = { log: () => undefined };
