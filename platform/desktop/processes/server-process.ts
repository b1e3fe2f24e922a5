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
const STOP_TIMEOUT_MS = 30_000;
const RESTART_DELAYS_MS = [500, 2_000, 5_000, 15_000];
const STOP_WITH_SHELL = new URL('./stop-with-shell.ts', import.meta.url).href;

export interface ServerProcessOptions {
  readonly env: NodeJS.ProcessEnv;
  /** 0 takes any free port, and keeps it when the server is started again. */
  readonly port: number;
  readonly log: ShellLog;
  /** What it says to people. */
  print(line: string): void;
  /** The module that serves; tests run another. */
  readonly entry?: string;
}

/** The server as a child of the desktop: started, started again when it dies, stopped with it. */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #port: number;
  #child: ChildProcess | null = null;
  #stopping = false;
  #deaths = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** @returns its address, with a slash at the end, once everything is up */
  start(): Promise<Result<string>> {
    const {
      env,
      log,
      print,
      entry = join(PROJECT_ROOT, 'platform/server/main.ts'),
    } = this.#options;
    // Its standard input and the terminal's interrupts are the desktop's alone.
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
        // What is meant for people is not JSON; once the window is open it has a place of its own.
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
        resolve(fail(serverFailed(`It ended with ${end}.`)));
        if (isUp || this.#deaths > 0) this.#restart(end);
      });
    });
  }

  /** Ends it and everything that it started. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await endChild(this.#child, STOP_TIMEOUT_MS, () => {
      this.#options.log.log('warn', 'The server did not stop in time and was killed');
    });
  }

  /** One that was up and died is brought back; its window says meanwhile that it is away. */
  #restart(end: string): void {
    if (this.#stopping) return;
    const delay = RESTART_DELAYS_MS[Math.min(this.#deaths, RESTART_DELAYS_MS.length - 1)] ?? 0;
    this.#deaths += 1;
    this.#options.log.log('error', 'The server died; starting it again', { end, afterMs: delay });
    this.#timer = setTimeout(() => void this.start(), delay);
  }
}

function lines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', onLine);
}
