import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#foundation';
import { DevToolsPipe } from './devtools-pipe.ts';

const CLOSE_TIMEOUT_MS = 5_000;
const KILL_TIMEOUT_MS = 5_000;
const MAX_STDERR_LENGTH = 400;

export interface BrowserOptions {
  readonly program: string;
  readonly profile: string;
  /** URL of the first page. */
  readonly url: string;
  /** Additional flags from the user. */
  readonly moreFlags: readonly string[];
  readonly log: Logger;
}

/**
 * Returns the flags for an application window and for a browser without background network traffic.
 */
export function browserFlags({ url, profile, moreFlags }: BrowserOptions): readonly string[] {
  return [
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--class=Clockface',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-mode',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...moreFlags,
  ];
}

/** Process of an installed browser with one window, controlled through a pipe. */
export class BrowserProcess {
  readonly pipe: DevToolsPipe;
  /** Resolves with a description of the exit. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #log: Logger;
  #hasEnded = false;

  constructor(options: BrowserOptions) {
    // Detached, so that an interrupt from the terminal reaches only the desktop.
    const child = spawn(options.program, browserFlags(options), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    this.#log = options.log;
    let stderrTail = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderrTail = (stderrTail + chunk).slice(-MAX_STDERR_LENGTH);
    });
    this.ended = new Promise((resolve) => {
      child.once('error', (thrown) => resolve(thrown.message));
      child.once('exit', (code, signal) =>
        resolve(`the browser ended (${signal ?? code}): ${stderrTail.trim()}`),
      );
    });
    void this.ended.then(() => {
      this.#hasEnded = true;
    });
    this.pipe = new DevToolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Closes the browser, so that pages can save their storage; kills it after a timeout. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.pipe.send('Browser.close').catch((thrown: Error) => {
      this.#log.log('debug', 'The browser did not accept the close command', {
        detail: thrown.message,
      });
    });
    if (await this.#isEndedWithin(CLOSE_TIMEOUT_MS)) return;
    this.#log.log('warn', 'The browser did not close in time and was killed');
    this.#child.kill('SIGKILL');
    await this.#isEndedWithin(KILL_TIMEOUT_MS);
  }

  async #isEndedWithin(ms: number): Promise<boolean> {
    const timeout = new AbortController();
    const limit = sleep(ms, false, { signal: timeout.signal }).catch(() => false);
    const ended = await Promise.race([this.ended.then(() => true), limit]);
    timeout.abort();
    return ended;
  }
}
