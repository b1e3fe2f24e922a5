import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SERVICE_INIT_ENV } from '#contracts';
import type { LocalService } from '../environment/local-services.ts';
import type { ShellLog } from '../environment/shell-log.ts';
import { endChild } from './end-child.ts';

const SERVICE_STOP_TIMEOUT_MS = 10_000;
const RESTART_DELAYS_MS = [100, 500, 2_000, 5_000, 15_000];
/** Uptime after which a crash resets the restart delays, because its cause is new. */
const STABLE_MS = 60_000;
const STOP_WITH_SHELL = new URL('./stop-with-shell.ts', import.meta.url).href;

/** Unexpected exit of a service; both fields null: the service could not be started. */
export interface Crash {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Service of this machine's device: restarted after every crash, stopped with the desktop. */
export class ServiceProcess {
  readonly #service: Pick<LocalService, 'name' | 'entry' | 'init'>;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: ShellLog;
  readonly #onCrash: (crash: Crash) => void;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #crashes = 0;
  #stopped = false;

  constructor(
    service: Pick<LocalService, 'name' | 'entry' | 'init'>,
    env: NodeJS.ProcessEnv,
    log: ShellLog,
    onCrash: (crash: Crash) => void,
  ) {
    this.#service = service;
    this.#env = env;
    this.#log = log;
    this.#onCrash = onCrash;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): void {
    const { entry, init } = this.#service;
    const startedAt = performance.now();
    // Detached, so that an interrupt from the terminal reaches only the desktop.
    const child = spawn(process.execPath, ['--import', STOP_WITH_SHELL, entry], {
      env: { ...this.#env, [SERVICE_INIT_ENV]: JSON.stringify(init) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#log.append(line));
    }
    let hasExited = false;
    const onExit = (crash: Crash): void => {
      if (hasExited || this.#stopped) return;
      hasExited = true;
      this.#restart(crash, performance.now() - startedAt);
    };
    child.once('error', () => onExit({ exitCode: null, signal: null }));
    child.once('exit', (exitCode, signal) => onExit({ exitCode, signal }));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await endChild(this.#child, SERVICE_STOP_TIMEOUT_MS, () => {
      this.#log.log('warn', `${this.#service.name} did not stop in time and was killed`);
    });
  }

  #restart(crash: Crash, uptimeMs: number): void {
    if (uptimeMs > STABLE_MS) this.#crashes = 0;
    const delay = RESTART_DELAYS_MS[Math.min(this.#crashes, RESTART_DELAYS_MS.length - 1)] ?? 0;
    this.#crashes += 1;
    const end = String(crash.signal ?? crash.exitCode);
    const message = `${this.#service.name} ended unexpectedly; restarting`;
    this.#log.log('error', message, { end, afterMs: delay });
    this.#timer = setTimeout(() => this.start(), delay);
    this.#onCrash(crash);
  }
}
