import { appendFileSync, chmodSync, existsSync, renameSync, statSync } from 'node:fs';
import { jsonLogger, type LogFields, type Logger, type LogLevel } from '#foundation';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Log file of the desktop, with the lines of the server that the desktop started. Lines below
 * 'info' are written only in developer mode. Never log a link, because links identify patients and
 * may contain a password.
 */
export class ShellLog implements Logger {
  readonly #file: string;
  readonly #logger: Logger;
  #verbose = false;

  constructor(file: string) {
    this.#file = file;
    this.#logger = jsonLogger('desktop', (line) => this.#write(line));
  }

  get verbose(): boolean {
    return this.#verbose;
  }

  setVerbose(verbose: boolean): void {
    if (this.#verbose === verbose) return;
    this.#verbose = verbose;
    this.#logger.log('info', verbose ? 'Verbose log begins' : 'Verbose log ends');
  }

  log(level: LogLevel, message: string, fields?: LogFields): void {
    if (level !== 'debug' || this.#verbose) this.#logger.log(level, message, fields);
  }

  /** Writes a line of the server or one of its services. */
  append(line: string): void {
    if (!isDebug(line) || this.#verbose) this.#write(line);
  }

  #write(line: string): void {
    if (existsSync(this.#file) && statSync(this.#file).size > MAX_BYTES) {
      renameSync(this.#file, `${this.#file}.1`);
    }
    const isNew = !existsSync(this.#file);
    appendFileSync(this.#file, `${line}\n`, { mode: 0o600 });
    if (isNew) chmodSync(this.#file, 0o600);
  }
}

/**
 * True for a debug line of the product's own loggers; lines of other programs are always written.
 */
function isDebug(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    const { level }: { level?: unknown } = JSON.parse(line);
    return level === 'debug';
  } catch {
    // Incomplete line, or a line of another program.
    return false;
  }
}
