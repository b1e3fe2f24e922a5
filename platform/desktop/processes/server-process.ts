import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '#foundation';
import { serverFailed } from '../environment/desktop-problems.ts';
import { PROJECT_ROOT } from '../environment/server-address.ts';
import type { ShellLog } from '../environment/shell-log.ts';
import { endChild } from './end-child.ts';

const READY = /^Clockface is ready at (http:\/\/\S+)$/;
const SERVER_STOP_TIMEOUT_MS = 30_000;
const RESTART_DELAYS_MS = [500, 2_000, 5_000, 15_000];
const STOP_WITH_SHELL = new URL('./stop-with-shell.ts', import.meta.url).href;

export interface ServerProcessOptions {
  readonly env: NodeJS.ProcessEnv;
  /** 0 uses any free port, which a restart keeps. */
  readonly port: number;
  readonly log: ShellLog;
  /** Prints a line for users. */
  print(line: string): void;
  /** Server module; replaced in tests. */
  readonly entry?: string;
}

/** Server as a child process of the desktop: restarted after a crash, stopped with the desktop. */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #port: number;
  #child: ChildProcess | null = null;
  #stopping = false;
  #crashes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** @returns the URL with a trailing slash, after the server is ready */
  start(): Promise<Result<string>> {
    const {
      env,
      log,
      print,
      entry = join(PROJECT_ROOT, 'platform/server/main.ts'),
    } = this.#options;
    // Detached and without standard input, so that terminal input and interrupts reach only the
    // desktop.
    const child = spawn(process.execPath, ['--import', STOP_WITH_SHELL, entry], {
      env: { ...env, CLOCKFACE_PORT: String(this.#port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    return new Promise((resolve) => {
      let isUp = false;
      lines(child.stderr, (line) => {
        log.append(line);
        // Prints lines that are not JSON, which are for users, until the server is ready.
        if (!isUp && !line.startsWith('{')) print(line);
      });
      lines(child.stdout, (line) => {
        const url = READY.exec(line)?.[1];
        if (url === undefined) {
          print(line);
          return;
        }
        isUp = true;
        this.#port = Number(new URL(url).port);
        resolve(ok(`${url.replace(/\/$/, '')}/`));
      });
      child.once('error', (thrown) => resolve(fail(serverFailed(thrown.message))));
      child.once('exit', (code, signal) => {
        const end = String(signal ?? code);
        resolve(fail(serverFailed(`The server ended with ${end}.`)));
        if (isUp || this.#crashes > 0) this.#restart(end);
      });
    });
  }

  /** Stops the server and every process that the server started. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await endChild(this.#child, SERVER_STOP_TIMEOUT_MS, () => {
      this.#options.log.log('warn', 'The server did not stop in time and was killed');
    });
  }

  /** Restarts a crashed server; until then the window reports that the server is unavailable. */
  #restart(end: string): void {
    if (this.#stopping) return;
    const delay = RESTART_DELAYS_MS[Math.min(this.#crashes, RESTART_DELAYS_MS.length - 1)] ?? 0;
    this.#crashes += 1;
    this.#options.log.log('error', 'The server ended unexpectedly; restarting', {
      end,
      afterMs: delay,
    });
    this.#timer = setTimeout(() => void this.start(), delay);
  }
}

function lines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', onLine);
}
