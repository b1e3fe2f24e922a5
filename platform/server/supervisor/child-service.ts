import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#foundation';

const RESTART_DELAYS_MS = [100, 500, 2_000, 5_000, 15_000];
/** A process that lived this long died of something new: the delays begin anew. */
const STABLE_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const KILL_TIMEOUT_MS = 5_000;
const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href;

export interface ChildServiceOptions {
  /** Name in health and log, e.g. `worker`, `scanner/scan-service`. */
  readonly name: string;
  /** Absolute path of the module. */
  readonly entry: string;
  /** Added to the environment; carries what the process may know. */
  readonly env: Readonly<Record<string, string>>;
  /** True: it counts as up once it sends `{kind: 'ready'}`. Else from its start. */
  readonly reportsReady: boolean;
  readonly logger: Logger;
  /** Told at once when it died, before it is started again. */
  readonly onDeath?: (death: ServiceDeath) => void;
}

/** How a process ended that nobody had stopped; both null: it could not be started. */
export interface ServiceDeath {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A process of the product that is started again, with growing delays, for as long as it dies. */
export class ChildService {
  readonly #options: ChildServiceOptions;
  #child: ChildProcess | null = null;
  #up = false;
  #deaths = 0;
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
    if (!reportsReady) child.once('spawn', () => this.#setUp(child, true));
    child.on('message', (message) => {
      if (isReady(message)) this.#setUp(child, true);
    });
    let hasExited = false;
    const onExit = (end: string, death: ServiceDeath): void => {
      // A fork that fails tells an error and may tell no exit, or both: it dies once.
      if (hasExited) return;
      hasExited = true;
      this.#setUp(child, false);
      if (this.#stopped) return;
      if (performance.now() - startedAt > STABLE_MS) this.#deaths = 0;
      const delay = RESTART_DELAYS_MS[Math.min(this.#deaths, RESTART_DELAYS_MS.length - 1)] ?? 0;
      this.#deaths += 1;
      logger.log('error', `${name} died; starting it again`, { end, afterMs: delay });
      this.#timer = setTimeout(() => this.start(), delay);
      this.#options.onDeath?.(death);
    };
    child.on('error', (thrown) => {
      logger.log('error', `${name} had trouble`, { reason: thrown.message });
      if (child.pid === undefined) onExit('not started', { exitCode: null, signal: null });
    });
    child.once('exit', (exitCode, signal) =>
      onExit(String(signal ?? exitCode), { exitCode, signal }),
    );
  }

  /**
   * Sends what the process may know, now and after every restart. It can be started before that is
   * known, and read its modules meanwhile.
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

  #setUp(child: ChildProcess, up: boolean): void {
    if (this.#child === child) this.#up = up;
  }
}

function deliverInit(child: ChildProcess, init: object): void {
  // One that dies before it has read it is started again and gets it then.
  child.send(init, () => undefined);
}

/** Runs a module once, out of everyone's way. Resolves when it has ended. */
export function runOnce(options: Omit<ChildServiceOptions, 'reportsReady'>): {
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
} {
  const child = forkModule(options.entry, options.env);
  const lowestPriority = 19;
  // Windows may not know the process any more, or this priority: it then runs at its own.
  if (child.pid !== undefined && process.platform !== 'win32')
    setPriority(child.pid, lowestPriority);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code));
  });
  return { ended, stop: () => endChild(child, options) };
}

/**
 * In a session of its own: an interrupt typed at the terminal reaches the supervisor alone. Its
 * standard output goes to standard error, which stays ours for the line that says ready.
 */
function forkModule(entry: string, env: Readonly<Record<string, string>>): ChildProcess {
  // Children find the compiled modules that this process has put by.
  const cache = getCompileCacheDir();
  // Its password is for the worker alone, which gets it by message.
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
  // Without a pid it never ran, and will never say that it ended.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killer = setTimeout(() => {
    logger.log('warn', `${name} did not stop in time and was killed`);
    child.kill('SIGKILL');
  }, STOP_TIMEOUT_MS);
  // Not even a kill ends a process that the system holds: whoever stops goes on without it.
  const last = new AbortController();
  const timedOut = sleep(STOP_TIMEOUT_MS + KILL_TIMEOUT_MS, undefined, {
    signal: last.signal,
  }).catch(() => undefined);
  await Promise.race([exited, timedOut]);
  last.abort();
  clearTimeout(killer);
}

function isReady(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready'
  );
}
