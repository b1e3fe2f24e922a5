export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log. Never hand it names, codes, birth dates or free text of patients. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: LogFields): void;
}

/** One JSON line an entry, on standard error, so that standard output stays for people. */
export function jsonLogger(source: string, write: (line: string) => void): Logger {
  return {
    log(level, message, fields) {
      write(JSON.stringify({ at: new Date().toISOString(), level, source, message, ...fields }));
    },
  };
}

export const silentLogger: Logger = { log: () => undefined };
