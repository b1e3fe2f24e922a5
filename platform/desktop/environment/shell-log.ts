import { appendFileSync, chmodSync, existsSync, renameSync, statSync } from 'node:fs';
import { jsonLogger, type LogFields, type Logger, type LogLevel } from '#foundation';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The log file of the desktop: its own lines, and those of the server that it started. What is
 * below 'info' is left out unless developer mode asks for it. Never hand it a link: links name
 * patients and may hold a password.
 */
export class ShellLog implements Logger {
  readonly #file: string;
  readonly #own: Logger;
  #verbose = false;

  constructor(file: string) {
    this.#file = file;
    this.#own = jsonLogger('desktop', (line) => this.#write(line));
  }

  get verbose(): boolean {
    return this.#verbose;
  }

  setVerbose(verbose: boolean): void {
    if (this.#verbose === verbose) return;
    this.#verbose = verbose;
    this.#own.log('info', verbose ? 'Verbose log begins' : 'Verbose log ends');
  }

  log(level: LogLevel, message: string, fields?: LogFields): void {
    if (level !== 'debug' || this.#verbose) this.#own.log(level, message, fields);
  }

  /** A line that the server or one of its services wrote. */
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

/** True for a line of our loggers at that level; other programs' lines are always kept. */
function isDebug(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    const { level }: { level?: unknown } = JSON.parse(line);
    return level === 'debug';
  } catch {
    // Half a line, or another program's.
    return false;
  }
}
