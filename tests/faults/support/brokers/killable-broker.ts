import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./broker-process.ts', import.meta.url));

/**
 * Runs the product's broker in a process of its own, on ports that stay the same across restarts.
 */
export class KillableBroker implements AsyncDisposable {
  readonly #tcpPort: number;
  readonly #webPort: number;
  readonly #organizationId: string;
  #child: ChildProcess | null = null;

  static async start(organizationId: string): Promise<KillableBroker> {
    const broker = new KillableBroker(await freePort(), await freePort(), organizationId);
    await broker.restart();
    return broker;
  }

  private constructor(tcpPort: number, webPort: number, organizationId: string) {
    this.#tcpPort = tcpPort;
    this.#webPort = webPort;
    this.#organizationId = organizationId;
  }

  /** URL for devices. */
  get tcpUrl(): string {
    return `mqtt://127.0.0.1:${this.#tcpPort}`;
  }

  /** URL for browsers. */
  get webUrl(): string {
    return `ws://127.0.0.1:${this.#webPort}/mqtt`;
  }

  async restart(): Promise<void> {
    const args = [this.#tcpPort, this.#webPort, this.#organizationId].map(String);
    const child = fork(PROGRAM, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The broker ended')));
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
  }

  /** Kills the broker with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
