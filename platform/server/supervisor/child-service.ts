import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#foundation';

const RESTART_DELAYS_MS = [100, 500, 2_000, 5_000, 15_000];
/** Uptime after which a crash counts as new and restart delays start over. */
const STABLE_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const KILL_TIMEOUT_MS = 5_000;
const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href;

export interface ChildServiceOptions {
  /** Name in health and log, e.g. `worker`, `scanner/scan-service`. */
  readonly name: string;
  /** Absolute path of the module. */
  readonly entry: string;
  /** Variables added to the environment; contain the configuration of the process. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * True when the process sends `{kind: 'ready'}` once up; false when it counts as up from its
   * start.
   */
  readonly reportsReady: boolean;
  readonly logger: Logger;
  /** Called at once after a crash, before the restart. */
  readonly onCrash?: (crash: ServiceCrash) => void;
}

/** End of a process that was not stopped; both null when the process could not be started. */
export interface ServiceCrash {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Child process that is restarted after every crash, with growing delays. */
export class ChildService {
  readonly #options: ChildServiceOptions;
  #child: ChildProcess | null = null;
  #up = false;
  #crashes = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #init: object | null = null;

  constructor(options: ChildServiceOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get isUp(): boolean {
    return this.#up;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): void {
    const { name, entry, env, reportsReady, logger } = this.#options;
    const startedAt = performance.now();
    const child = forkModule(entry, env);
    this.#child = child;
    if (this.#init !== null) deliverInit(child, this.#init);
    if (!reportsReady) child.once('spawn', () => this.#setIsUp(child, true));
    child.on('message', (message) => {
      if (isReady(message)) this.#setIsUp(child, true);
    });
    let hasExited = false;
    const onExit = (end: string, crash: ServiceCrash): void => {
      // A failed fork emits an error, an exit event, or both; handles only the first.
      if (hasExited) return;
      hasExited = true;
      this.#setIsUp(child, false);
      if (this.#stopped) return;
      if (performance.now() - startedAt > STABLE_MS) this.#crashes = 0;
      const delay = RESTART_DELAYS_MS[Math.min(this.#crashes, RESTART_DELAYS_MS.length - 1)] ?? 0;
      this.#crashes += 1;
      logger.log('error', `${name} ended unexpectedly; restarting`, { end, afterMs: delay });
      this.#timer = setTimeout(() => this.start(), delay);
      this.#options.onCrash?.(crash);
    };
    child.on('error', (thrown) => {
      logger.log('error', `${name} reported a process error`, { reason: thrown.message });
      if (child.pid === undefined) onExit('not started', { exitCode: null, signal: null });
    });
    child.once('exit', (exitCode, signal) =>
      onExit(String(signal ?? exitCode), { exitCode, signal }),
    );
  }

  /**
   * Sends the init message now and after every restart. The process can start earlier and load its
   * modules meanwhile.
   */
  sendInit(init: object): void {
    this.#init = init;
    if (this.#child?.connected === true) deliverInit(this.#child, init);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#child !== null) await endChild(this.#child, this.#options);
  }

  #setIsUp(child: ChildProcess, isUp: boolean): void {
    if (this.#child === child) this.#up = isUp;
  }
}

function deliverInit(child: ChildProcess, init: object): void {
  // A process that crashes before reading the message is restarted and receives the message then.
  child.send(init, () => undefined);
}

/**
 * Runs a module once at the lowest priority. `ended` resolves with the exit code, null after a
 * signal or an error.
 */
export function runOnce(options: Omit<ChildServiceOptions, 'reportsReady'>): {
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
} {
  const child = forkModule(options.entry, options.env);
  const lowestPriority = 19;
  // Skipped on Windows, where the process or this priority may be unknown.
  if (child.pid !== undefined && process.platform !== 'win32')
    setPriority(child.pid, lowestPriority);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code));
  });
  return { ended, stop: () => endChild(child, options) };
}

/**
 * Forks a module in its own session, so that a terminal interrupt reaches only the supervisor.
 * Redirects its standard output to standard error, because standard output is reserved for the
 * ready line.
 */
function forkModule(entry: string, env: Readonly<Record<string, string>>): ChildProcess {
  // Children reuse the compile cache of this process.
  const cache = getCompileCacheDir();
  // The database password is only for the worker, which receives it by message.
  const { DATABASE_URL: _withheld, ...inherited } = process.env;
  return fork(entry, [], {
    env: {
      ...inherited,
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
      ...env,
    },
    detached: true,
    execArgv: ['--import', END_WITH_PARENT],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
}

async function endChild(
  child: ChildProcess,
  { name, logger }: Pick<ChildServiceOptions, 'name' | 'logger'>,
): Promise<void> {
  // Without a pid the process never ran and will emit no exit event.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killer = setTimeout(() => {
    logger.log('warn', `${name} did not stop in time and was killed`);
    child.kill('SIGKILL');
  }, STOP_TIMEOUT_MS);
  // Stops waiting after a limit, because a process blocked in the kernel survives even SIGKILL.
  const timeout = new AbortController();
  const timedOut = sleep(STOP_TIMEOUT_MS + KILL_TIMEOUT_MS, undefined, {
    signal: timeout.signal,
  }).catch(() => undefined);
  await Promise.race([exited, timedOut]);
  timeout.abort();
  clearTimeout(killer);
}

function isReady(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready'
  );
}
